// The MCP Inspector on the command line, which is strict about schemas: every command, called
// well and badly once, each call in a process of its own.

import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { check, section } from './checks.mjs'
import { commands, names } from './home.mjs'
import { bin, run, serve } from './processes.mjs'

const launcher = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'))

// The inspector's exit codes: https://github.com/modelcontextprotocol/inspector, docs/cli-smoke-testing.md.
const done = 0
const toolFailed = 5

// At most so many processes at once.
const workers = 4

// checkInspector runs all checks of this file.
export async function checkInspector() {
  section('inspector, standard input and output')
  await inspect([bin('home'), 'serve', 'mcp'])
  const server = await serve(bin('home'), ['serve', 'mcp', '--http', '127.0.0.1:0'])
  try {
    section('inspector, HTTP')
    await inspect([server.url.href])
    section('inspector, HTTP, 2026-07-28')
    await inspect([server.url.href, '--protocol-era', 'modern'])
  } finally {
    await server.stop()
  }
}

const ask = (target, ...args) => run(process.execPath, [launcher, '--cli', ...target, ...args, '--format', 'json'])

async function inspect(target) {
  await check('tools/list --strict finds nothing to say about the schemas', async () => {
    const { code, stdout, stderr } = await ask(target, '--method', 'tools/list', '--strict')
    assert.equal(code, done, stderr)
    assert.equal(stderr, '')
    assert.deepEqual(JSON.parse(stdout).result.tools.map((t) => t.name), names(commands))
  })
  const calls = commands.flatMap(({ name, good, bad }) => [
    ...good.slice(0, 1).map(({ args }) => ({ name, args, code: done, verb: 'answers' })),
    ...bad.slice(0, 1).map(({ args }) => ({ name, args, code: toolFailed, verb: 'refuses' })),
  ])
  const next = calls.values()
  await Promise.all(Array.from({ length: workers }, async () => {
    for (const call of next) await called(target, call)
  }))
}

async function called(target, { name, args, code, verb }) {
  const json = JSON.stringify(args)
  await check(`${name} ${verb} ${json}`, async () => {
    const ended = await ask(target, '--method', 'tools/call', '--tool-name', name, '--tool-args-json', json)
    assert.equal(ended.code, code, ended.stderr + ended.stdout)
    assert.equal(JSON.parse(ended.stdout).result.isError ?? false, code === toolFailed)
  })
}
