/**
 * Satchel as a client for the official conformance runner, which starts it with a server's URL: connects that server
 * and tries its tools as the owner would in the window, with values that match their schemas. If it has to sign in,
 * this script acts as the browser, at most three times; a form that a tool shows to the owner is sent unchanged. After
 * a build:
 * `npm run mcp-conformance-client -- --scenario tools_call`
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { fetch } from 'undici'
import { connectDaemon, findDaemon } from '../src-daemon/client/index.ts'
import { dataPaths } from '../src-daemon/platform/paths.ts'
import { initialValues } from '../src-daemon/text/form-fields.ts'

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

/** The client's credentials in this scenario: an id and a secret that were registered before. */
const { client_id: clientId, client_secret: clientSecret } = JSON.parse(
  process.env.MCP_CONFORMANCE_CONTEXT ?? '{}',
)

let signIns = 0
const signIn = async () => {
  signIns += 1
  const own = clientId === undefined ? [] : ['--client-id', clientId]
  if (clientSecret !== undefined) own.push('--client-secret')
  const command = [cli, 'servers', 'sign-in', 'conf', ...own, '--yes', '--json']
  const signing = spawn(process.execPath, command, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  signing.stdin.end(clientSecret ?? '')
  for await (const line of createInterface(signing.stderr)) {
    process.stderr.write(`${line}\n`)
    // Acts as the browser: follows the URL, and comes back.
    if (/^https?:/.test(line)) await (await fetch(line)).text()
  }
}

/** Acts as the user at the window: tries tools by hand there, and sends each tool's form unchanged. */
const openWindow = async () => {
  const window = await connectDaemon(await findDaemon(dataPaths(env)), 'renderer')
  const seen = new Set()
  window.api.questions.pending.subscribe(undefined, {
    onData: (all) => {
      for (const { id, asked } of all) {
        if (seen.has(id) || asked.kind !== 'form') continue
        seen.add(id)
        const reply = { action: 'accept', values: initialValues(asked.form) }
        void window.api.questions.answer.mutate({ id, reply })
      }
    },
  })
  return window
}

let window = null
const call = async ({ capability_id, version, input_schema: schema }) => {
  const result = await window.api.capabilities.invoke.mutate({
    ref: { capability_id, version },
    input: sampleOf(schema),
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
}
const isNeeded = ({ message }) => message.includes('server_signin_needed')

try {
  // The host of such a document sets it once; the scenario has one at this URL.
  if (process.env.MCP_CONFORMANCE_SCENARIO === 'auth/basic-cimd')
    await satchel(
      'settings',
      'set',
      'clientMetadataUrl',
      'https://conformance-test.local/client-metadata.json',
    )
  const { signIn: state } = await satchel('servers', 'add', 'conf', '--url', process.argv.at(-1))
  if (state?.needed) await signIn()
  window = await openWindow()
  for (const tool of await satchel('cap', 'tools', '--source', 'mcp:conf'))
    await call(tool)
      .catch(async (failed) => {
        if (!isNeeded(failed) || signIns >= 3) throw failed
        await signIn()
        return call(tool)
      })
      .catch((failed) => {
        // A tool may fail; the runner decides whether it was called correctly.
        process.stderr.write(`${tool.capability_id}: ${failed.message}\n`)
      })
} finally {
  await window?.close()
  await satchel('daemon', 'stop')
  rmSync(home, { recursive: true, force: true })
}
