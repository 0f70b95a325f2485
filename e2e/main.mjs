// Runs the checks: all of them, or those of the parts that are named.

import { checkClients } from './client.mjs'
import { finish } from './checks.mjs'
import { checkConformance } from './conformance.mjs'
import { checkHTTP } from './http.mjs'
import { checkInspector } from './inspector.mjs'
import { checkStdio } from './stdio.mjs'

const parts = { client: checkClients, stdio: checkStdio, http: checkHTTP, inspector: checkInspector, conformance: checkConformance }

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !parts[name])
if (unknown.length > 0) {
  console.log(`e2e: no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) await parts[name]()
finish()
