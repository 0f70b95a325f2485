// The official conformance suite against e2e/fixture.

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check, section } from './checks.mjs'
import { bin, environment, run, serve } from './processes.mjs'

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

// runs are the versions of the protocol and the servers that speak them. Of each:
//
//   expected   the list of the scenarios that fail, each with its reason; one that passes fails the run
//   sessions   scenarios about sessions, where the server has none: they fail as well, or find nothing to check
const runs = [
  { name: '2025-11-25, sessions', version: '2025-11-25', flags: ['-stateful'], expected: 'expected-failures-2025-11-25.yml' },
  {
    name: '2025-11-25, each request alone',
    version: '2025-11-25',
    flags: [],
    expected: 'expected-failures-2025-11-25.yml',
    sessions: { fail: ['server-sse-polling', 'server-sse-multiple-streams'], empty: ['server-session-lifecycle'] },
  },
  { name: '2026-07-28', version: '2026-07-28', flags: [], expected: 'expected-failures-2026-07-28.yml' },
]

// checkConformance runs all checks of this file.
export async function checkConformance() {
  for (const [n, one] of runs.entries()) {
    section(`conformance, ${one.name}`)
    await conforms(one, join(environment.HOME, `conformance-${n}`))
  }
}

async function conforms({ name, version, flags, expected, sessions = { fail: [], empty: [] } }, results) {
  await mkdir(results)
  const baseline = results + '.yml'
  const list = await readFile(new URL(expected, import.meta.url), 'utf8')
  await writeFile(baseline, list + sessions.fail.map((scenario) => `  - ${scenario}\n`).join(''))
  const server = await serve(bin('fixture'), ['-addr', '127.0.0.1:0', ...flags])
  let ended
  try {
    ended = await run(process.execPath, [suite, 'server', '--url', server.url.href, '--suite', 'all', '--spec-version', version, '--expected-failures', baseline, '-o', results])
  } finally {
    await server.stop()
  }
  const { passed, warned, failed, nothing } = await verdicts(results)
  console.log(`scenarios: ${passed.length} passed, ${warned.length} passed with warnings, ${failed.length} failed, ${nothing.length} found nothing to check`)
  await check(`${name}: what fails is what is expected to`, () => {
    assert.equal(ended.code, 0, summary(ended.stdout) + ended.stderr)
    assert.ok(passed.length > 0)
  })
  await check(`${name}: every other scenario has checked something`, () => assert.deepEqual(nothing, sessions.empty))
}

// ranks are the statuses of checks that decide about a scenario, the one that decides first at the top. A warning is a failure
// for the suite: it has to be expected.
const ranks = [['FAILURE', 'failed'], ['WARNING', 'warned'], ['SUCCESS', 'passed']]

// verdicts reads what the suite found, a directory for each scenario.
async function verdicts(results) {
  const found = { passed: [], warned: [], failed: [], nothing: [] }
  for (const directory of (await readdir(results)).sort()) {
    const scenario = directory.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    const statuses = JSON.parse(await readFile(join(results, directory, 'checks.json'), 'utf8')).map((c) => c.status)
    const [, verdict] = ranks.find(([status]) => statuses.includes(status)) ?? [undefined, 'nothing']
    found[verdict].push(scenario)
  }
  return found
}

const summary = (text) => text.slice(Math.max(0, text.indexOf('=== SUMMARY ===')))
