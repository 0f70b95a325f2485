// Processes: servers that listen on a port, and programs that run to their end.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { within } from './checks.mjs'

// bin is the path of a program that run.sh has built.
export const bin = (name) => join(process.env.E2E_WORK, name)

// environment is that of every process we start: no settings and no secrets of whoever runs the tests.
export const environment = { PATH: process.env.PATH, HOME: process.env.E2E_WORK, TMPDIR: process.env.E2E_WORK }

// A server ends when the shell around it does, and the shell when nothing writes to it any more: however this process dies, no
// server is left. The shell's own errors go nowhere, so that the end of stderr is the end of the server.
const guarded = '"$@" </dev/null >&2 & exec >/dev/null 2>&1; cat; kill $!; wait $!'

// serve starts a server and returns where it listens, once it says so.
//
//   url      what it says
//   log()    all that it has written
//   stop()   ends it and returns its exit code
export async function serve(program, args, env = {}) {
  const shell = spawn('sh', ['-c', guarded, 'sh', program, ...args], { env: { ...environment, ...env }, stdio: ['pipe', 'ignore', 'pipe'] })
  let log = ''
  const listening = new Promise((resolve, reject) => {
    shell.stderr.setEncoding('utf8').on('data', (text) => {
      log += text
      const said = /^.*?(http:\/\/[^\s,]+).*\n/m.exec(log)
      if (said) resolve(new URL(said[1]))
    })
    shell.stderr.on('end', () => reject(new Error(`${program} ${args.join(' ')} ended: ${log}`)))
  })
  const stop = async () => {
    const ended = once(shell, 'exit')
    shell.stdin.end()
    const [code] = await within(15, 'end of the server', ended)
    return code
  }
  try {
    return { url: await within(15, `${program} ${args.join(' ')}`, listening), log: () => log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

// run runs a program to its end, with a limit in seconds, and returns its exit code and what it wrote.
export async function run(program, args, { env = {}, input = '', seconds = 60 } = {}) {
  const child = spawn(program, args, { env: { ...environment, ...env }, timeout: seconds * 1000, killSignal: 'SIGKILL' })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  child.stdin.on('error', () => {}) // it may have ended before it read everything
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}
