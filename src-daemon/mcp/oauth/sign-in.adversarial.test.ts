import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { absentKeychain, keychainInMemory, PASSPHRASE, useIdentityHome } from '../../identity/keys/testing.ts'
import { NOTES, useSignInRoom, type SignInRoom } from '../testing/sign-in-room.ts'
import { placePolicy } from './places.ts'

const home = useIdentityHome()
const start = useSignInRoom(home, () => home.ready(keychainInMemory().keychain))
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A failed sign-in leaves nothing behind. */
const nothingKept = ({ servers, identity }: SignInRoom): void => {
  expect(servers.get(NOTES)?.signIn).toMatchObject({ account: null, pending: null })
  expect(identity.secrets.names()).toEqual([])
}

it.each([
  { metadata: { issuer: 'http://127.0.0.1:9/other' }, reason: 'issuer_mismatch' },
  { metadata: { code_challenge_methods_supported: ['plain'] }, reason: 'no_pkce' },
  { metadata: { code_challenge_methods_supported: undefined }, reason: 'no_pkce' },
  { description: { resource: 'http://127.0.0.1:9/mcp' }, reason: 'other_resource' },
  { description: { resource: undefined }, reason: 'bad_metadata' },
  { description: { authorization_servers: ['http://10.0.0.1/'] }, reason: 'private_address' },
  { description: { authorization_servers: ['http://example.org/'] }, reason: 'not_https' },
  { metadata: { authorization_endpoint: 'http://192.168.1.1/login' }, reason: 'private_address' },
  { metadata: { registration_endpoint: 'http://169.254.169.254/latest' }, reason: 'private_address' },
  { metadata: { authorization_endpoint: 'javascript:alert(1)' }, reason: 'bad_metadata' },
])(
  'goes no further where it finds $reason: $metadata $description',
  async ({ metadata, description, reason }) => {
    const room = await start({
      authorization: { ...(metadata === undefined ? {} : { metadata }) },
      server: { ...(description === undefined ? {} : { description }) },
    })
    await room.connect()
    await expect(room.servers.signIn({ uri: NOTES })).rejects.toMatchObject({ details: { reason } })
    nothingKept(room)
  },
)

it.each([
  ['comes from another server', { iss: 'https://evil.example' }, 'server_signin_unsafe'],
  ['does not say who it comes from', { iss: '' }, 'server_signin_unsafe'],
  ['says no', { code: '', error: 'access_denied' }, 'server_signin_failed'],
  ['has a code that was never issued', { code: 'made-up' }, 'server_signin_failed'],
  ['has no code', { code: '' }, 'server_signin_failed'],
])('takes no answer that %s', async (_what, change, code) => {
  const room = await start({
    authorization: {
      answer: (params) => {
        for (const [name, value] of Object.entries(change))
          if (value === '') params.delete(name)
          else params.set(name, value)
        return params
      },
    },
  })
  await room.connect()
  await expect(room.signIn()).rejects.toMatchObject({ code })
  expect(room.servers.get(NOTES)?.signIn?.problem).toMatchObject({ code })
  nothingKept(room)
  // A code is sent only to the server that issued it.
  if ('iss' in change) expect(room.authorization.asked).not.toContain('/token')
})

it('takes an answer with its own state alone, at its own door, once', async () => {
  const room = await start()
  await room.connect()
  const { address } = await room.servers.signIn({ uri: NOTES })
  const asked = new URL(address).searchParams
  const door = asked.get('redirect_uri') ?? ''
  const state = asked.get('state') ?? ''
  const { browse, servers } = room
  expect(await browse(`${door}?code=evil&state=guessed`)).toMatchObject({ status: 400 })
  expect(await browse(`${door}?code=evil`)).toMatchObject({ status: 400 })
  expect(await browse(`${door}/more?code=evil&state=${state}`)).toMatchObject({ status: 404 })
  expect(await browse(`${door.replace('127.0.0.1', 'localhost')}?code=evil&state=${state}`)).toMatchObject({
    status: 404,
  })
  const posted = await fetch(`${door}?code=evil&state=${state}`, { method: 'POST' })
  expect(posted.status).toBe(404)
  expect(servers.get(NOTES)?.signIn?.pending).not.toBeNull()
  const finished = servers.finishSignIn(NOTES)
  await browse(address)
  servers.accept({ uri: NOTES, tools: (await finished).tools })
  await expect(fetch(`${door}?code=again&state=${state}`)).rejects.toThrow()
  expect(await room.call()).toEqual({ text: 'read: done' })
})

it.each([
  ['a page', '<html>Welcome</html>'],
  ['no end', 'x'.repeat(300 * 1024)],
  ['words of its own', '{"error":"server_error","error_description":"code was SECRET-1"}'],
])('is not impressed by %s where a token should be', async (_what, body) => {
  const room = await start({
    authorization: {
      intercept: ({ url }, response) => {
        if (url !== '/token') return false
        response.writeHead(body.startsWith('{') ? 400 : 200, { 'content-type': 'application/json' }).end(body)
        return true
      },
    },
  })
  await room.connect()
  const failure = await room.signIn().catch((thrown: unknown) => thrown)
  expect(failure).toMatchObject({
    code: expect.stringMatching(/^(server_signin_failed|response_too_large)$/) as string,
  })
  expect(JSON.stringify([failure, room.servers.list()])).not.toContain('SECRET-1')
  nothingKept(room)
})

it('never sends a code or a token to a redirect target', async () => {
  const seen: (string | undefined)[] = []
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(200).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  closing.push(() => other.close())
  const location = `http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`
  const room = await start()
  await room.connect()
  const redirect: NonNullable<SignInRoom['server']['options']['intercept']> = (request, response) => {
    if (request.method !== 'POST' || request.url === '/register') return false
    response.writeHead(307, { location }).end()
    return true
  }
  room.authorization.options.intercept = redirect
  await expect(room.signIn()).rejects.toMatchObject({ code: 'network_refused' })
  delete room.authorization.options.intercept
  await room.signIn()
  room.server.options.intercept = redirect
  await expect(room.call()).rejects.toMatchObject({ code: 'network_refused' })
  expect(seen).toEqual([])
})

it('says a token that a server says again in no result, no failure and no kept problem', async () => {
  const room = await start()
  await room.connect()
  await room.signIn()
  room.server.options.intercept = ({ headers }, response) => {
    response.writeHead(500).end(`you said ${headers.authorization ?? ''}`)
    return true
  }
  const failure = await room.call().catch((thrown: unknown) => thrown)
  const token = room.server.shown.at(-1) ?? 'none'
  expect(JSON.stringify(failure)).toContain('you said Bearer •••')
  const told = JSON.stringify([failure, room.servers.list(), room.servers.logs(NOTES)]) + room.onDisk()
  expect(told).not.toContain(token)
})

it('is given up half way: by its owner, by another one, and with the daemon', async () => {
  const held = Promise.withResolvers<undefined>()
  const room = await start()
  await room.connect()
  const { servers, authorization, identity } = room
  // A server that never answers.
  authorization.options.intercept = ({ url }) => {
    if (url !== '/register') return false
    held.resolve(undefined)
    return true
  }
  const starting = servers.signIn({ uri: NOTES })
  const given = expect(starting).rejects.toMatchObject({ code: 'server_signin_stopped' })
  await held.promise
  servers.cancelSignIn(NOTES)
  await given
  nothingKept(room)

  delete authorization.options.intercept
  const { address } = await servers.signIn({ uri: NOTES })
  const first = expect(servers.finishSignIn(NOTES)).rejects.toMatchObject({ code: 'server_signin_stopped' })
  const second = await servers.signIn({ uri: NOTES })
  await first
  await expect(room.browse(address)).rejects.toThrow()
  expect(identity.secrets.names().map(({ name }) => name.split('/')[2])).toEqual(['verifier'])
  const again = await room.restart()
  await expect(room.browse(second.address)).rejects.toThrow()
  nothingKept(again)
  expect(again.servers.get(NOTES)?.signIn?.needed).toMatchObject({
    reason: 'unauthorized',
    scope: 'notes:read',
  })
  await again.signIn()
  expect(await again.call()).toEqual({ text: 'read: done' })
})

it('opens no browser while the key store is locked, and calls nothing without the token', async () => {
  const opened = await home.open(absentKeychain())
  if (opened.kind !== 'needs_vault') throw new Error('expected no keychain')
  const room = await start({ identity: opened.createVault(PASSPHRASE) })
  await room.connect()
  const { identity, servers, server } = room
  identity.lock()
  await expect(servers.signIn({ uri: NOTES })).rejects.toMatchObject({ code: 'keystore_locked' })
  await identity.unlock(PASSPHRASE)
  await room.signIn()
  identity.lock()
  server.shown.length = 0
  await expect(room.call()).rejects.toMatchObject({ code: 'server_vault_locked' })
  expect(server.shown).toEqual([])
  await identity.unlock(PASSPHRASE)
  expect(await room.call()).toEqual({ text: 'read: done' })
})

it.each([
  ['http://127.0.0.1:8/x', 'https://notes.example/mcp', true, 'private_address'],
  ['https://10.0.0.8/x', 'https://notes.example/mcp', true, 'private_address'],
  ['https://[::1]/x', 'https://notes.example/mcp', true, 'private_address'],
  ['http://127.0.0.1:8/x', 'http://192.168.0.2/mcp', true, 'private_address'],
  ['http://127.0.0.1:8/x', 'http://127.0.0.1:9/mcp', false, 'private_address'],
  ['http://login.example/x', 'http://127.0.0.1:9/mcp', true, 'not_https'],
  ['https://me:secret@login.example/x', 'https://notes.example/mcp', true, 'credentials_in_url'],
  ['http://127.0.0.1:8/x', 'http://localhost:9/mcp', true, null],
  ['http://192.168.0.2/x', 'http://192.168.0.2/mcp', true, null],
  ['https://login.example/x', 'https://notes.example/mcp', false, null],
])('may %s be asked for %s (typed by the owner: %s)', async (address, url, own, reason) => {
  const policy = placePolicy(address, { url, own })
  if (reason === null) expect((await policy).timeoutMs).toBe(15_000)
  else await expect(policy).rejects.toMatchObject({ code: 'server_address_refused', details: { reason } })
})
