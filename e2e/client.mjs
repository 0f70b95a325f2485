// The official TypeScript clients against examples/home: every command, called well and badly, over every transport.

import assert from 'node:assert/strict'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { check, section, steps, within } from './checks.mjs'
import { connectNew, connectOld, newHTTP, newStdio, oldHTTP, oldStdio } from './connect.mjs'
import { commands, names } from './home.mjs'
import { bin, serve } from './processes.mjs'

const key = 'e2e-canary-key-5f1d'

// ways are all the ways to reach the commands. Each starts a program of its own, as timers and lamps have states. deaf is set
// where a server cannot know that a client gives a call up: in 2025-11-25 that is a message of its own, which without sessions
// reaches no call.
const ways = [
  { name: 'client v1, standard input and output', version: '2025-11-25', connect: connectOld, stdio: oldStdio },
  { name: 'client v1, HTTP', version: '2025-11-25', connect: connectOld, http: oldHTTP, flags: [], deaf: true },
  { name: 'client v1, HTTP with sessions', version: '2025-11-25', connect: connectOld, http: oldHTTP, flags: ['--stateful'] },
  { name: 'client v2, standard input and output', version: '2026-07-28', connect: connectNew, stdio: newStdio },
  { name: 'client v2, HTTP', version: '2026-07-28', connect: connectNew, http: newHTTP, flags: [] },
  { name: 'client v2, HTTP with sessions', version: '2025-11-25', connect: connectNew, http: newHTTP, flags: ['--stateful'] },
]

// checkClients runs all checks of this file.
export async function checkClients() {
  for (const way of ways) {
    section(way.name)
    await Promise.all([
      steps('all commands', 30, () => using(way, {}, (connection) => everyCommand(connection, way))),
      way.deaf || steps('cancellation', 30, () => cancelled(way)),
      steps('secrets', 30, () => secret(way)),
      steps('some commands', 30, () => some(way)),
      steps('reading commands', 30, () => reading(way)),
    ])
  }
}

// using starts a server, connects, does what is to be done and ends both. What it does gets the connection and a function that
// makes another one, if that is possible at all. The result is what the server has written to stderr.
async function using(way, { program = 'home', env, flags = [] }, work) {
  return way.stdio ? usingStdio(way, program, env, flags, work) : usingHTTP(way, program, env, flags, work)
}

async function usingStdio(way, program, env, flags, work) {
  const transport = way.stdio(bin(program), ['serve', 'mcp', ...flags], env)
  let log = ''
  transport.stderr.on('data', (text) => (log += text))
  const connection = await way.connect(transport)
  try {
    await work(connection, async () => connection)
  } finally {
    await connection.close()
  }
  return log
}

async function usingHTTP(way, program, env, flags, work) {
  const server = await serve(bin(program), ['serve', 'mcp', '--http', '127.0.0.1:0', ...way.flags, ...flags], env)
  const open = []
  const connect = async () => {
    open.push(await way.connect(way.http(server.url)))
    return open.at(-1)
  }
  try {
    await work(await connect(), connect)
  } finally {
    for (const connection of open) await connection.close()
    await check(`${program} ends with 0 when it is interrupted`, async () => assert.equal(await server.stop(), 0))
  }
  return server.log()
}

async function everyCommand(connection, way) {
  await check(`the version of the protocol is ${way.version}`, () => assert.equal(connection.version, way.version))
  await check('the server says its name and offers tools alone', () => {
    assert.equal(connection.server.name, 'home')
    const { tools, logging, ...others } = connection.offers
    assert.ok(tools)
    assert.deepEqual(others, {})
  })
  const tools = (await check('the tools are the commands, sorted by name', async () => {
    const listed = await connection.list()
    assert.deepEqual(listed.map((t) => t.name), names(commands))
    return listed
  })) ?? []
  for (const command of commands) {
    await declared(command, tools.find((t) => t.name === command.name))
    for (const call of command.good) await answered(connection, command.name, call)
    for (const call of command.bad) await refused(connection, command.name, call)
  }
  await unknown(connection)
  await parallel(connection)
  await check('the client understood all that came', () => assert.deepEqual(connection.errors.map(String), []))
}

// declared checks what a client is told about a command, and that a client which checks arguments itself decides as we do.
async function declared(command, tool) {
  await check(`${command.name}: description, parameters in order, annotations`, () => {
    assert.ok(tool, 'it is not listed')
    const { type, properties = {}, required = [] } = tool.inputSchema
    const listed = Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name))
    assert.equal(type, 'object')
    assert.equal(listed.join(' '), command.parameters)
    assert.equal(tool.inputSchema.additionalProperties, false)
    for (const [name, schema] of Object.entries(properties)) assert.ok(schema.description, `${name} has no description`)
    assert.ok(tool.description.length > 20)
    const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
    assert.deepEqual({ readOnlyHint, destructiveHint }, command.annotations)
  })
  await check(`${command.name}: the schema takes and refuses what the command does`, () => {
    const validate = new AjvJsonSchemaValidator().getValidator(tool.inputSchema)
    for (const { args } of command.good) assert.ok(validate(args).valid, JSON.stringify(args))
    for (const { args, beyond = false } of command.bad) assert.equal(validate(args).valid, beyond, JSON.stringify(args))
  })
}

const textOf = (result) => {
  assert.ok(result.content.length > 0, 'no content')
  for (const part of result.content) assert.equal(part.type, 'text')
  return result.content.map((part) => part.text).join('\n')
}

// dataOf is what a command has answered with; beside it the structured content says how the conversation goes on.
const dataOf = (result) => result.structuredContent.context_data

const hasWords = (text, words) => {
  for (const word of words) assert.ok(text.includes(word), `${JSON.stringify(word)} is not in the text:\n${text}`)
}

async function answered(connection, name, { args, data, says }) {
  await check(`${name} answers ${JSON.stringify(args)}`, async () => {
    const result = await connection.call(name, args)
    const text = textOf(result)
    assert.ok(!result.isError, text)
    hasWords(text, says)
    for (const [field, value] of Object.entries(data)) assert.deepEqual(dataOf(result)[field], value)
  })
}

async function refused(connection, name, { args, says }) {
  await check(`${name} refuses ${JSON.stringify(args)}`, async () => {
    const result = await connection.call(name, args)
    const text = textOf(result)
    assert.equal(result.isError, true, text)
    hasWords(text, says)
  })
}

// refusal calls what is no tool, and returns the error of the protocol.
async function refusal(connection, name) {
  let result
  try {
    result = await connection.call(name, {})
  } catch (error) {
    return { code: error.code, message: error.message.replaceAll(name, 'NAME') }
  }
  assert.fail(`it answers ${JSON.stringify(result)}`)
}

async function unknown(connection) {
  await check('an unknown tool is an error of the protocol', async () => {
    const { code } = await refusal(connection, 'play_music')
    assert.equal(code, -32602)
  })
}

async function parallel(connection) {
  await check('of 50 calls at once each gets its own answer', async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n)
    const results = await Promise.all(numbers.map((n) => connection.call('calculate', { num1: n, num2: 1000, operation: 'add' })))
    assert.deepEqual(results.map((r) => dataOf(r).result), numbers.map((n) => n + 1000))
  })
}

// cancelled gives a call up once it tells its progress. The command must end then, whatever becomes of the answer.
async function cancelled(way) {
  await using(way, { program: 'waiting' }, async (connection, again) => {
    await check('a call tells its progress, and ends in the command when the client gives it up', async () => {
      const given = new AbortController()
      const progress = new Promise((resolve) => {
        connection.call('wait', {}, { signal: given.signal, onprogress: resolve }).then(resolve, resolve)
      })
      const { progress: done, total, message } = await within(5, 'progress', progress)
      assert.deepEqual({ done, total, message }, { done: 1, total: 2, message: 'waiting' })
      given.abort()
      const result = await (await again()).call('waited', {})
      assert.ok(!result.isError, textOf(result))
    })
  })
}

// secret gives get_weather a key, which must not come back.
async function secret(way) {
  let answer = ''
  const log = await using(way, { env: { OPENWEATHER_API_KEY: key } }, async (connection) => {
    await check('get_weather refuses a day that is too far away, with a key and without the network', async () => {
      const result = await connection.call('get_weather', { city: 'Oslo', resolved_datetimes: ['2001-01-01T12:00:00Z'] })
      answer = JSON.stringify(result)
      assert.equal(result.isError, true)
      hasWords(textOf(result), ['2001-01-01'])
    })
  })
  await check('the key is in no answer and no log', () => assert.ok(!(answer + log).includes(key)))
}

// some serves two commands. The others must look as if they did not exist.
async function some(way) {
  await using(way, { flags: ['--only', 'calculate,get_current_time'] }, async (connection) => {
    await check('--only: the list has the chosen commands alone', async () => {
      assert.deepEqual((await connection.list()).map((t) => t.name), ['calculate', 'get_current_time'])
    })
    await check('--only: a command that is left out looks like one that does not exist', async () => {
      assert.deepEqual(await refusal(connection, 'set_timer'), await refusal(connection, 'play_music'))
    })
  })
}

// reading serves the commands that change nothing.
async function reading(way) {
  await using(way, { flags: ['--read-only'] }, async (connection) => {
    await check('--read-only: the list has the commands that read alone', async () => {
      const expected = commands.filter((c) => c.annotations.readOnlyHint)
      assert.deepEqual((await connection.list()).map((t) => t.name), names(expected))
    })
  })
}
