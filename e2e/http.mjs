// What the server answers to requests that no client of the protocol sends: without the token, from a foreign web page, elsewhere.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { check, section, steps, within } from './checks.mjs'
import { connectNew, connectOld, newHTTP, oldHTTP } from './connect.mjs'
import { bin, run, serve } from './processes.mjs'

const home = bin('home')
const token = 'e2e-canary-token-93c4'

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' }

// post sends one request as it is told, Host and Origin included, and returns status, headers and body.
async function post(url, extra = {}, { path = '/mcp', body = list } = {}) {
  const sent = request({ host: url.hostname, port: url.port, path, method: 'POST', headers: { ...headers, ...extra } })
  const received = once(sent, 'response')
  sent.end(body)
  const [response] = await within(10, 'an answer', received)
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

// checkHTTP runs all checks of this file.
export async function checkHTTP() {
  section('HTTP: who may ask')
  await steps('origins', 30, origins)
  await steps('tokens', 30, tokens)
  await steps('addresses', 30, addresses)
}

async function origins() {
  const server = await serve(home, ['serve', 'mcp', '--http', '127.0.0.1:0'])
  const { url } = server
  const cases = [
    { name: 'a request without Origin', status: 200 },
    { name: 'Origin of the server itself', headers: { Origin: url.origin, Host: url.host }, status: 200 },
    { name: 'Host localhost', headers: { Host: `localhost:${url.port}` }, status: 200 },
    { name: 'a foreign Host', headers: { Host: 'evil.example' }, status: 403 },
    { name: 'a foreign Host that begins with localhost', headers: { Host: `localhost.evil.example:${url.port}` }, status: 403 },
    { name: 'a foreign Origin', headers: { Origin: 'https://evil.example' }, status: 403 },
    { name: 'Origin null', headers: { Origin: 'null' }, status: 403 },
    { name: 'a foreign page, as browsers say it', headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, status: 403 },
    { name: 'another path', path: '/', status: 404 },
    { name: 'no JSON', body: '{', status: 400 },
  ]
  for (const c of cases) {
    await check(`${c.name}: ${c.status}`, async () => {
      const answer = await post(url, c.headers, c)
      assert.equal(answer.status, c.status, answer.body)
    })
  }
  await server.stop()
}

async function tokens() {
  const server = await serve(home, ['serve', 'mcp', '--http', '127.0.0.1:0', '--token-env', 'HOME_TOKEN'], { HOME_TOKEN: token })
  let answers = ''
  for (const [name, extra] of [
    ['no token', {}],
    ['a wrong token', { Authorization: 'Bearer wrong' }],
    ['the beginning of the token', { Authorization: `Bearer ${token.slice(0, -1)}` }],
    ['the token as a password', { Authorization: `Basic ${token}` }],
  ]) {
    await check(`${name}: 401`, async () => {
      const { status, headers, body } = await post(server.url, extra)
      answers += JSON.stringify(headers) + body
      assert.equal(status, 401)
      assert.match(headers['www-authenticate'] ?? '', /^Bearer/)
    })
  }
  await check('the token: 200', async () => {
    const { status, body } = await post(server.url, { Authorization: `Bearer ${token}` })
    assert.equal(status, 200)
    answers += body
  })
  for (const [name, connect, transport] of [
    ['v1', connectOld, oldHTTP],
    ['v2', connectNew, newHTTP],
  ]) {
    await check(`client ${name} calls with the token, and cannot connect without`, async () => {
      const connection = await connect(transport(server.url, token))
      const result = await connection.call('calculate', { num1: 6, num2: 7, operation: 'multiply' })
      await connection.close()
      assert.ok(!result.isError)
      await assert.rejects(connect(transport(server.url)))
    })
  }
  await server.stop()
  await check('the token is in no answer and no log', () => assert.ok(!(answers + server.log()).includes(token)))
}

async function addresses() {
  await check('an address that others reach is refused without a token, and the text says what to do', async () => {
    const { code, stdout, stderr } = await run(home, ['serve', 'mcp', '--http', '0.0.0.0:0'], { seconds: 10 })
    assert.equal(code, 2, stderr)
    assert.match(stderr, /--token-env/)
    assert.equal(stdout, '')
  })
  const address = Object.values(networkInterfaces()).flat().find((i) => i.family === 'IPv4' && !i.internal)?.address
  if (!address) return // a machine without a network
  await check('with a token it is served, by whatever name the machine has, but not to foreign pages', async () => {
    const server = await serve(home, ['serve', 'mcp', '--http', '0.0.0.0:0', '--token-env', 'HOME_TOKEN'], { HOME_TOKEN: token })
    const url = new URL(`http://${address}:${server.url.port}/mcp`)
    const asked = await post(url, { Host: `home.lan:${url.port}`, Authorization: `Bearer ${token}` })
    const open = await post(url, { Host: `home.lan:${url.port}` })
    const foreign = await post(url, { Origin: 'https://evil.example', Authorization: `Bearer ${token}` })
    await server.stop()
    assert.equal(asked.status, 200, asked.body)
    assert.equal(open.status, 401, open.body)
    assert.equal(foreign.status, 403, foreign.body)
  })
}
