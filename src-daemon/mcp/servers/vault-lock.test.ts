import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { absentKeychain, PASSPHRASE, useIdentityHome } from '../../identity/keys/testing.ts'
import { startGuardedServer } from '../testing/guarded-server.ts'
import { NOTES, useSignInRoom, type SignInRoom } from '../testing/sign-in-room.ts'
import { connectServer } from '../testing/connect-server.ts'

const home = useIdentityHome()
const start = useSignInRoom(home, () => home.ready(absentKeychain(), PASSPHRASE))
const soon = { timeout: 20_000, interval: 20 }
const NAMES = ['program', 'key', NOTES]
const secrets = { program: 'servers/program', key: 'servers/key' }

/**
 * A program, a server that needs a key and one that needs a sign-in: the secrets of each are in the vault.
 */
const three = async (): Promise<SignInRoom> => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-locked-'))
  const script = join(folder, 'script.json')
  writeFileSync(script, JSON.stringify({ tools: [{ name: 'read', inputSchema: { type: 'object' } }] }))
  const key = await startGuardedServer({
    issuer: 'http://127.0.0.1:9',
    check: (token) => (token === 'the-key' ? 'ok' : 'invalid'),
  })
  onTestFinished(() => {
    key.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const room = await start()
  await room.identity.secrets.set(secrets.program, 'the-token')
  await room.identity.secrets.set(secrets.key, 'Bearer the-key')
  await connectServer(room.servers, {
    uri: 'program',
    definition: {
      kind: 'command',
      command: process.execPath,
      args: [join(import.meta.dirname, '../testing/scripted-server.mjs'), script],
      env: { TOKEN: { secret: secrets.program } },
      cwd: null,
      grants: { read: [], write: [], hosts: [], unsandboxed: true },
    },
  })
  await connectServer(room.servers, {
    uri: 'key',
    definition: { kind: 'url', url: key.url, headers: { Authorization: { secret: secrets.key } } },
  })
  await room.connect()
  await room.signIn()
  return room
}

const call = ({ servers }: SignInRoom, serverUri: string) =>
  servers.call({ serverUri, action: 'read', arguments: {}, signal: new AbortController().signal })
const standing = ({ servers }: SignInRoom) =>
  Object.fromEntries(
    servers
      .list()
      .map(({ uri, state, locked, problem }) => [uri, [state.kind, locked, problem?.code ?? null]]),
  )

it('says which servers wait for the vault, and starts those that were wanted once it is open', async () => {
  const before = await three()
  before.identity.lock()
  // What is running goes on with the secrets it was given.
  expect(standing(before)['program']).toEqual(['running', true, null])
  expect(await call(before, 'program')).toMatchObject({ text: 'read {}' })

  const room = await before.restart()
  const changed: string[] = []
  room.servers.onChange((uri) => changed.push(uri))
  expect(standing(room)).toEqual(Object.fromEntries(NAMES.map((name) => [name, ['stopped', true, null]])))
  for (const name of ['program', NOTES])
    await expect(call(room, name)).rejects.toMatchObject({
      code: 'server_vault_locked',
      params: { server: name },
    })
  expect(standing(room)[NOTES]).toEqual(['stopped', true, 'server_vault_locked'])

  await room.identity.unlock(PASSPHRASE)
  expect(changed).toContain('key')
  await vi.waitFor(() => {
    expect(standing(room)).toEqual({
      program: ['running', false, null],
      // It was not needed meanwhile: the next call starts it.
      key: ['stopped', false, null],
      [NOTES]: ['running', false, null],
    })
  }, soon)
  expect(await call(room, 'key')).toEqual({ text: 'read: done' })
})

it('explains a call of a server that runs and needs the vault for it, and connects again by itself', async () => {
  const room = await three()
  room.identity.lock()
  await expect(call(room, NOTES)).rejects.toMatchObject({ code: 'server_vault_locked' })
  expect(standing(room)[NOTES]).toEqual(['stopped', true, 'server_vault_locked'])
  await room.identity.unlock(PASSPHRASE)
  await vi.waitFor(() => {
    expect(standing(room)[NOTES]).toEqual(['running', false, null])
  }, soon)
  expect(await call(room, NOTES)).toEqual({ text: 'read: done' })
})

it('forgets that the vault was locked if it is open at the next start', async () => {
  const room = await three()
  room.identity.lock()
  await expect(call(room, NOTES)).rejects.toMatchObject({ code: 'server_vault_locked' })
  await room.servers.close()
  await room.identity.unlock(PASSPHRASE)
  const next = await room.restart()
  next.servers.sweep()
  expect(standing(next)[NOTES]).toEqual(['stopped', false, null])
})
