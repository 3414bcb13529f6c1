/** A real daemon, killed at random moments while it makes a backup, restores one, exports, imports or salvages. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stopDaemon, type DaemonClient } from '../client/index.ts'
import { connectReady, endOf, spawnDaemon } from '../testing/daemon-process.ts'
import { effort } from '../testing/effort.ts'
import { tempHome } from '../testing/temp-home.ts'

const TIMEOUT = 600_000
const PASSPHRASE = 'lantern copper meadow'
/** Kills of each act. */
const ROUNDS = effort(1, 4)

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
let client: DaemonClient
let conversationId: string | undefined
/** Every message that was acknowledged. */
let said: string[]

beforeEach(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  conversationId = undefined
  said = []
  await start()
}, TIMEOUT)
afterEach(async () => {
  await kill()
  await stopDaemon(env)
  home.remove()
}, TIMEOUT)

const start = async (): Promise<void> => {
  daemon = await spawnDaemon(env)
  client = await connectReady(env)
}
const kill = async (): Promise<void> => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  await client.close()
}
/** The message before may still be being answered. */
const whenAnswered = async <T>(send: () => Promise<T>): Promise<T> => {
  const until = Date.now() + 60_000
  for (;;)
    try {
      return await send()
    } catch (thrown) {
      if (!String(thrown).includes('still answering') || Date.now() > until) throw thrown
      await sleep(50)
    }
}
const say = async (): Promise<void> => {
  const text = `message ${String(said.length)}`
  const sent = await whenAnswered(() =>
    client.api.chat.send.mutate({
      text,
      model: 'planner',
      ...(conversationId !== undefined && { conversationId }),
    }),
  )
  conversationId = sent.conversationId
  said.push(text)
}

/** What an act needs from before is made first, so that the kill meets the act itself. */
type Act = () => Promise<() => Promise<unknown>>

const exported = async (): Promise<Buffer> => {
  const { id, bytes } = await client.api.backups.export.mutate({ passphrase: PASSPHRASE, withKeys: false })
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes; at += pieces.at(-1)?.length ?? 0)
    pieces.push(Buffer.from((await client.api.backups.read.query({ id, at })).base64, 'base64'))
  await client.api.backups.end.mutate({ id })
  return Buffer.concat(pieces)
}

/** The first is the one in which most could be lost: the quick run tries that alone. */
const acts: Readonly<Record<string, Act>> = {
  restore: async () => {
    const { name } = await client.api.backups.create.mutate()
    return () => client.api.backups.restore.mutate({ name })
  },
  backup: () => Promise.resolve(() => client.api.backups.create.mutate()),
  export: () => Promise.resolve(exported),
  import: async () => {
    const file = await exported()
    return async () => {
      const { id } = await client.api.backups.receive.mutate()
      for (let at = 0; at < file.length; at += 1024 * 1024)
        await client.api.backups.write.mutate({
          id,
          base64: file.subarray(at, at + 1024 * 1024).toString('base64'),
        })
      await client.api.backups.import.mutate({ id, passphrase: PASSPHRASE })
      await client.api.backups.end.mutate({ id })
    }
  },
  salvage: () => Promise.resolve(() => client.api.system.salvage.mutate({ to: 'place' })),
}

/** Files that only exist while something is being done. */
const unfinished = (): readonly string[] => {
  const { dataDir, backupsDir } = home.paths
  const kept = join(backupsDir, 'files')
  return [
    ...readdirSync(dataDir).filter((name) =>
      /^(incoming|replacing\.json|rehearsal-.*|transfer)$|\.tmp$|salvaging/.test(name),
    ),
    ...(existsSync(backupsDir) ? readdirSync(backupsDir).filter((name) => name.startsWith('.')) : []),
    ...(existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith('.tmp')) : []),
  ]
}
/** Everything that was acknowledged is there, every backup is whole, and nothing half done is left. */
const look = async (): Promise<void> => {
  const messages = await client.api.chat.messages.query({ conversationId: conversationId ?? '', limit: 500 })
  const texts = JSON.stringify(messages.filter(({ role }) => role === 'user'))
  expect(said.filter((text) => !texts.includes(`"${text}"`))).toEqual([])
  const { backups, problem } = await client.api.backups.list.query()
  expect(problem).toBeNull()
  for (const { name } of backups) await client.api.backups.check.mutate({ name })
  expect(unfinished()).toEqual([])
}
/** The old data of earlier rounds would fill the disk. */
const removeKept = (): void => {
  for (const name of readdirSync(home.paths.dataDir))
    if (name.includes('.kept-')) rmSync(join(home.paths.dataDir, name), { recursive: true })
}

it.each(Object.keys(acts).slice(0, effort(1, 5)))(
  'a kill during the act “%s” loses nothing acknowledged, leaves nothing half done, and it can be repeated',
  async (name) => {
    const act = acts[name]
    if (act === undefined) throw new Error(name)
    await say()
    const begun = Date.now()
    await (
      await act()
    )()
    let took = Date.now() - begun
    for (let round = 0; round < ROUNDS; round += 1) {
      await say()
      const run = await act()
      const after = Math.random() * took
      const ended = run().then(
        () => 'done',
        () => 'cut off',
      )
      await sleep(after)
      await kill()
      const how = `round ${String(round)}, killed after ${after.toFixed(0)} of ${String(took)} ms, ${await ended}`
      await start()
      try {
        await look()
        const again = Date.now()
        await (
          await act()
        )()
        took = Date.now() - again
        await say()
        await look()
      } catch (thrown) {
        throw new Error(how, { cause: thrown })
      }
      removeKept()
    }
  },
  TIMEOUT,
)
