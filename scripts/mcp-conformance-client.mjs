/**
 * Satchel as a client, for the official conformance runner, which starts it with the address of a server: connects that server as a service and
 * calls its tools, with what their schemas ask for. Where it has to sign in, it goes where the browser would, at most three times. After a
 * build: `node_modules/.bin/conformance client --command "node scripts/mcp-conformance-client.mjs" --scenario tools_call`
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { fetch } from 'undici'

const home = mkdtempSync(join(tmpdir(), 'satchel-'))
const env = {
  ...process.env,
  SATCHEL_HOME: home,
  SATCHEL_VAULT_PASSPHRASE: 'a passphrase for conformance',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
}
const cli = join(import.meta.dirname, '..', 'out', 'main', 'cli.js')
const satchel = async (...args) => {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, '--yes', '--json'], { env })
  return JSON.parse(stdout)
}

const SAMPLES = { number: 5, integer: 5, boolean: true, string: 'text', array: [], object: {} }
const sampleOf = ({ properties = {} }) =>
  Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, SAMPLES[type] ?? 'text']))

/** What the scenario says of the client: an id and a secret that were registered before. */
const { client_id: clientId, client_secret: clientSecret } = JSON.parse(
  process.env.MCP_CONFORMANCE_CONTEXT ?? '{}',
)

let signIns = 0
const signIn = async () => {
  signIns += 1
  const own = clientId === undefined ? [] : ['--client-id', clientId]
  if (clientSecret !== undefined) own.push('--client-secret')
  const command = [cli, 'services', 'sign-in', 'conf', ...own, '--yes', '--json']
  const signing = spawn(process.execPath, command, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  signing.stdin.end(clientSecret ?? '')
  for await (const line of createInterface(signing.stderr)) {
    process.stderr.write(`${line}\n`)
    // The browser: it goes where it is sent, and comes back.
    if (/^https?:/.test(line)) await (await fetch(line)).text()
  }
}

const isNeeded = ({ message, stdout }) => `${stdout}${message}`.includes('service_signin_needed')
const call = (id, schema) => satchel('cap', 'invoke', id, JSON.stringify(sampleOf(schema)))

try {
  // Whoever hosts such a document sets it once; the scenario knows one at this address.
  if (process.env.MCP_CONFORMANCE_SCENARIO === 'auth/basic-cimd')
    await satchel(
      'settings',
      'set',
      'clientMetadataUrl',
      'https://conformance-test.local/client-metadata.json',
    )
  const { signIn: state } = await satchel('services', 'add', 'conf', '--url', process.argv.at(-1))
  if (state?.needed) await signIn()
  for (const { capability_id: id, input_schema: schema } of await satchel(
    'cap',
    'tools',
    '--source',
    'mcp:conf',
  ))
    await call(id, schema)
      .catch(async (failed) => {
        if (!isNeeded(failed) || signIns >= 3) throw failed
        await signIn()
        return call(id, schema)
      })
      .catch((failed) => {
        // A tool may fail; whether it was called as it should be is for the runner to say.
        process.stderr.write(`${id}: ${failed.message}\n`)
      })
} finally {
  await satchel('daemon', 'stop')
  rmSync(home, { recursive: true, force: true })
}
