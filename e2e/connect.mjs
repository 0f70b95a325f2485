// Connections: the official TypeScript clients, old and new, behind one interface.
//
//   version   of the protocol that client and server have agreed on
//   server    what the server says of itself: name and version
//   offers    the capabilities of the server
//   list()    the tools, of all pages
//   call(name, args, options)
//   errors    what the client could not make sense of
//   close()

import { Client as NewClient, StreamableHTTPClientTransport as NewHTTP } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHTTP } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { environment } from './processes.mjs'

const self = { name: 'jarvis-e2e', version: '1.0.0' }

// connectOld connects the client that speaks versions up to 2025-11-25.
export async function connectOld(transport) {
  const client = new OldClient(self)
  const errors = []
  client.onerror = (error) => errors.push(error)
  let version
  const tell = transport.setProtocolVersion?.bind(transport)
  transport.setProtocolVersion = (agreed) => {
    version = agreed
    tell?.(agreed)
  }
  await client.connect(transport)
  const list = async () => {
    const tools = []
    let cursor
    do {
      const page = await client.listTools(cursor && { cursor })
      tools.push(...page.tools)
      cursor = page.nextCursor
    } while (cursor)
    return tools
  }
  return {
    version,
    server: client.getServerVersion(),
    offers: client.getServerCapabilities(),
    list,
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    errors,
    close: () => client.close(),
  }
}

// connectNew connects the client that speaks 2026-07-28, if the server does.
export async function connectNew(transport) {
  const client = new NewClient(self, { versionNegotiation: { mode: 'auto' } })
  const errors = []
  client.onerror = (error) => errors.push(error)
  await client.connect(transport)
  return {
    version: client.getNegotiatedProtocolVersion(),
    server: client.getServerVersion(),
    offers: client.getServerCapabilities(),
    list: async () => (await client.listTools()).tools,
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    errors,
    close: () => client.close(),
  }
}

const over = (Stdio) => (command, args, env = {}) => new Stdio({ command, args, env: { ...environment, ...env }, stderr: 'pipe' })
const at = (HTTP) => (url, token) => new HTTP(url, token && { requestInit: { headers: { Authorization: `Bearer ${token}` } } })

// The transports of both clients: of a program that is started, and of a server that listens.
export const oldStdio = over(OldStdio)
export const newStdio = over(NewStdio)
export const oldHTTP = at(OldHTTP)
export const newHTTP = at(NewHTTP)
