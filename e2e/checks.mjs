// Checks: one line for each, and the count at the end.

let checks = 0
let failed = 0

// check runs a function that throws if what its name says is not so, and prints a line. It returns what the function does; after a
// failure that is undefined, and the run goes on.
export async function check(name, run) {
  checks++
  try {
    const value = await run()
    console.log(`ok    ${name}`)
    return value
  } catch (error) {
    failed++
    console.log(`FAIL  ${name}\n      ${String(error?.message ?? error).trimEnd().replaceAll('\n', '\n      ')}`)
  }
}

// steps runs several checks that need each other. What they do between themselves counts as a check if it fails.
export async function steps(name, seconds, run) {
  try {
    await within(seconds, name, run())
  } catch (error) {
    await check(name, () => {
      throw error
    })
  }
}

// section says what comes next.
export function section(name) {
  console.log(`\n== ${name}`)
}

// finish prints the count and sets the exit code of the process.
export function finish() {
  console.log(`\n${checks} checks, ${failed} failed`)
  process.exitCode = failed > 0 || checks === 0 ? 1 : 0
}

// within waits for a promise at most so many seconds.
export async function within(seconds, what, promise) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing within ${seconds} seconds`)), seconds * 1000)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
