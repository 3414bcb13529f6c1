/**
 * Satchel as a client, for the official conformance runner, which starts it with the address of a server: connects that server as a service and
 * calls its tools, with what their schemas ask for. After a build:
 * `node_modules/.bin/conformance client --command "node scripts/mcp-conformance-client.mjs" --scenario tools_call`
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

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

try {
  await satchel('services', 'add', 'conf', '--url', process.argv.at(-1))
  for (const { capability_id: id, input_schema: schema } of await satchel(
    'cap',
    'tools',
    '--source',
    'mcp:conf',
  ))
    await satchel('cap', 'invoke', id, JSON.stringify(sampleOf(schema))).catch((failed) => {
      // A tool may fail; whether it was called as it should be is for the runner to say.
      process.stderr.write(`${id}: ${failed.message}\n`)
    })
} finally {
  await satchel('daemon', 'stop')
  rmSync(home, { recursive: true, force: true })
}
