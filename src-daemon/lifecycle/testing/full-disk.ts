/**
 * Runs a daemon on a small disk at the given path, kills it while the disk is full, and starts it
 * again before there is space. Prints a line of JSON about what was possible when.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DaemonClient } from '../../client/index.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf, pause, spawnDaemon } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'

const PATIENCE_MS = 30_000
const [, , disk = '', ending = 'SIGKILL'] = process.argv
const env: NodeJS.ProcessEnv = {
  ...process.env,
  SATCHEL_HOME: join(disk, 'home'),
  SATCHEL_VAULT_PASSPHRASE: 'a passphrase for tests',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  LC_ALL: 'en_GB.UTF-8',
}
const ballast = join(disk, 'ballast')

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'done'
  } catch (thrown) {
    const { data } = thrown as { data?: { satchel?: { code?: string } } }
    return data?.satchel?.code ?? String(thrown)
  }
}
const send = (client: DaemonClient, text: string): Promise<string> =>
  codeOf(client.api.chat.send.mutate({ text, model: 'planner' }))

/** Until not one more byte fits, in files that grow as SQLite's do. */
const fill = (): void => {
  const file = openSync(ballast, 'a')
  for (const size of [65_536, 4096, 1])
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch {
      // The next smaller size.
    }
  closeSync(file)
}

const first = await spawnWithVault(env)
const before = await connectReady(env)
const saved = await send(before, 'before')
fill()
const whenFull = await send(before, 'while it is full')
await before.close().catch(() => undefined)
first.kill(ending as NodeJS.Signals)
await endOf(first)
fill()

const second = await spawnDaemon(env)
try {
  const client = await connectReady(env)
  const { phase } = await client.api.system.status.query()
  const { items } = await client.api.chat.conversations.query({})
  const scopes = await client.api.state.scopes.query()
  const refused = await send(client, 'still full')
  const doctor = await runCli(env, 'doctor')
  rmSync(ballast)
  let again = ''
  for (const deadline = Date.now() + PATIENCE_MS; again !== 'done' && Date.now() < deadline;) {
    await pause(100)
    again = await send(client, 'room again')
  }
  const after = await client.api.system.status.query()
  await client.close()
  process.stdout.write(
    `${JSON.stringify({ saved, whenFull, phase, conversations: items.length, scopes: scopes.length, refused, doctor: doctor.stdout, again, after: after.phase })}\n`,
  )
} finally {
  second.kill('SIGTERM')
  await endOf(second)
}
