// What the server does with lines that no client of the protocol sends, and at the end of its input.

import assert from 'node:assert/strict'
import { check, section } from './checks.mjs'
import { bin, run } from './processes.mjs'

const home = bin('home')

const hello = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'jarvis-e2e', version: '1.0.0' } },
}
const ready = { jsonrpc: '2.0', method: 'notifications/initialized' }
const call = (id, args) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'calculate', arguments: args } })
const lines = (...messages) => messages.map((m) => (typeof m === 'string' ? m : JSON.stringify(m)) + '\n').join('')

// checkStdio runs all checks of this file.
export async function checkStdio() {
  section('standard input and output: lines and ends')
  await check('an empty input: nothing is written, and it ends with 0', async () => {
    const { code, stdout, stderr } = await run(home, ['serve', 'mcp'], { seconds: 10 })
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' })
  })
  await check('what was asked before the end is answered, and nothing else is written', async () => {
    const input = lines(hello, ready, call(1, { num1: 1, num2: 2, operation: 'add' }))
    const { code, stdout, stderr } = await run(home, ['serve', 'mcp'], { input, seconds: 10 })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.deepEqual(messages(stdout).map((m) => m.id), ['hello', 1])
  })
  await check('a line that is no JSON does not end the session', async () => {
    const broken = Buffer.from('{"jsonrpc":\n\xff\n', 'latin1') // the second line is no UTF-8
    const last = lines(call(2, { num1: 1, num2: 2, operation: 'add' }))
    const input = Buffer.concat([Buffer.from(lines(hello, ready)), broken, Buffer.from(last)])
    const { code, stdout } = await run(home, ['serve', 'mcp'], { input, seconds: 10 })
    assert.equal(code, 0)
    const answer = messages(stdout).find((m) => m.id === 2)
    assert.equal(answer?.result?.structuredContent.context_data.result, 3)
  })
  await check('wrong use: the text is on stderr alone, and it ends with 2', async () => {
    const { code, stdout, stderr } = await run(home, ['serve', 'mcp', '--only', 'calculator'], { seconds: 10 })
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
    assert.match(stderr, /calculator/)
  })
}

// messages reads what was written: a message of JSON-RPC on each line.
function messages(text) {
  const read = text.split('\n').filter(Boolean).map((line) => JSON.parse(line))
  for (const m of read) assert.equal(m.jsonrpc, '2.0')
  return read
}
