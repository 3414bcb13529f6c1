// A keychain session for each worker of Vitest or Playwright. gnome-keyring sometimes exits when one program deletes an
// entry while another reads the collection, and its replacement is locked, so test files that run at the same time must
// not share one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const NAMES = [
  'DBUS_SESSION_BUS_ADDRESS',
  'RUNTIME_DIR',
  'DATA_HOME',
  'CONFIG_HOME',
  'CACHE_HOME',
  'STATE_HOME',
].map((name) => (name.startsWith('DBUS') ? name : `XDG_${name}`))
/** Prints its environment, and runs until its input ends. */
const HOLDER = `const names = ${JSON.stringify(NAMES)}
console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, process.env[name]]))))
process.stdin.resume().on('end', () => process.exit())`

/** Global set-up of both; returns a function that ends the sessions. Does nothing if the tests have no keychain. */
export default async function setup({ config, workers = config.maxWorkers }) {
  if (process.platform !== 'linux' || process.env.SATCHEL_TEST_KEYCHAIN !== '1') return undefined
  const sessions = await Promise.all(Array.from({ length: workers }, open))
  process.env.SATCHEL_TEST_SESSIONS = JSON.stringify(sessions.map(({ env }) => env))
  return () => Promise.all(sessions.map(({ close }) => close()))
}

async function open() {
  const script = fileURLToPath(new URL('with-keychain.mjs', import.meta.url))
  const holder = spawn(process.execPath, [script, process.execPath, '-e', HOLDER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(holder, 'exit')
  const early = gone.then(([code]) => {
    throw new Error(`A keychain session for the tests ended with ${String(code)} before it began.`)
  })
  const [line] = await Promise.race([once(createInterface({ input: holder.stdout }), 'line'), early])
  early.catch(() => undefined) // from now on, it is expected to end
  return {
    env: JSON.parse(line),
    close: async () => {
      holder.stdin.end()
      await gone
    },
  }
}
