import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { keychainInMemory, useIdentityHome } from '../../identity/keys/testing.ts'
import { NOTES, useSignInRoom } from '../testing/sign-in-room.ts'
import { sweepSignIns } from './kept.ts'

const home = useIdentityHome()
const start = useSignInRoom(home, () => home.ready(keychainInMemory().keychain))

it('connects a server that wants a sign-in, lets the owner sign in, and calls it with a token of its own', async () => {
  const room = await start()
  await room.connect()
  const { servers, authorization, server } = room
  expect(servers.get(NOTES)).toMatchObject({
    problem: { code: 'server_signin_needed' },
    tools: [],
    signIn: { needed: { reason: 'unauthorized', scope: 'notes:read' }, account: null, pending: null },
  })
  await expect(room.call()).rejects.toMatchObject({ code: 'server_signin_needed' })

  const begun = await servers.signIn({ uri: NOTES })
  expect(begun).toMatchObject({ issuer: authorization.issuer, scopes: ['notes:read'] })
  expect(servers.get(NOTES)?.signIn?.pending).toMatchObject({ issuer: authorization.issuer })
  const finished = servers.finishSignIn(NOTES)
  const shown = await room.browse(begun.address)
  expect(shown.body).toContain('You’re signed in')
  const view = await finished
  expect(view).toMatchObject({
    problem: null,
    tools: [
      { name: 'read', status: 'new' },
      { name: 'write', status: 'new' },
    ],
    signIn: {
      needed: null,
      pending: null,
      problem: null,
      account: {
        issuer: authorization.issuer,
        scopes: ['notes:read'],
        renewable: true,
        client: 'registered',
      },
    },
  })
  servers.accept({ uri: NOTES, tools: view.tools })
  expect(await room.call()).toEqual({ text: 'read: done' })
  expect(authorization.wrong).toEqual([])

  // The token is only in the sealed secrets, and no server can be given it.
  const token = server.shown.at(-1) ?? ''
  expect(token).not.toBe('')
  for (const secret of [token, authorization.refreshToken() ?? '']) {
    expect(secret.length).toBeGreaterThan(10)
    expect(room.onDisk()).not.toContain(secret)
    expect(JSON.stringify(servers.list())).not.toContain(secret)
    expect(JSON.stringify(servers.logs(NOTES))).not.toContain(secret)
  }
  const names = room.identity.secrets.names().map(({ name }) => name)
  expect(names).toHaveLength(3)
  expect(names.every((name) => name.startsWith('oauth/'))).toBe(true)
  // The callback is closed afterwards.
  await expect(fetch(new URL(begun.address).searchParams.get('redirect_uri') ?? '')).rejects.toThrow()
})

it('renews a token once for all calls that need it, before and after its end, also after a restart', async () => {
  const room = await start()
  await room.connect()
  await room.signIn()
  const { authorization } = room
  const renewals = () => authorization.asked.filter((path) => path === '/token').length - 1
  authorization.expire()
  const done = await Promise.all([room.call(), room.call(), room.call()])
  expect(done).toHaveLength(3)
  expect(renewals()).toBe(1)
  room.later(3600_000)
  await room.call()
  expect(renewals()).toBe(2)
  const again = await room.restart()
  authorization.expire()
  await again.call()
  expect(renewals()).toBe(3)
  expect(authorization.wrong).toEqual([])
})

it('asks for a sign-in again if the token cannot be renewed, and deletes the token', async () => {
  const room = await start()
  await room.connect()
  await room.signIn()
  const { authorization, servers, identity } = room
  // A stolen refresh token was used: the authorization server revokes them all.
  const stolen = authorization.refreshToken() ?? ''
  const [client] = await Promise.all(
    identity.secrets
      .names()
      .filter(({ name }) => name.endsWith('/client'))
      .map(({ name }) => identity.secrets.use(name)),
  )
  const { id } = JSON.parse(client ?? '') as { id: string }
  await fetch(`${authorization.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: stolen,
      client_id: id,
      resource: room.server.url,
    }),
  })
  authorization.expire()
  await expect(room.call()).rejects.toMatchObject({ code: 'server_signin_needed' })
  expect(authorization.wrong).toEqual(['refresh token used twice'])
  expect(servers.get(NOTES)?.signIn).toMatchObject({ account: null, needed: { reason: 'unauthorized' } })
  expect(identity.secrets.names().map(({ name }) => name.split('/')[2])).toEqual(['client'])
  await room.signIn()
  expect(await room.call()).toEqual({ text: 'read: done' })
  // Satchel is registered there already, and reused its redirect address.
  expect(authorization.asked.filter((path) => path === '/register')).toHaveLength(1)
})

it('requests further scopes if a tool needs them, in addition to granted ones', async () => {
  const room = await start()
  await room.connect()
  await room.signIn()
  await expect(room.call('write')).rejects.toMatchObject({ code: 'server_signin_needed' })
  expect(room.servers.get(NOTES)?.signIn).toMatchObject({
    needed: { reason: 'insufficient_scope', scope: 'notes:write' },
    account: { scopes: ['notes:read'] },
  })
  expect(await room.call()).toEqual({ text: 'read: done' })
  await room.signIn()
  expect(room.authorization.scopes).toEqual(['notes:read', 'notes:read notes:write'])
  expect(await room.call('write')).toEqual({ text: 'write: done' })
  expect(room.servers.get(NOTES)?.signIn?.needed).toBeNull()
})

it('signs out: ends the tokens there, forgets them here; a removed server does the same', async () => {
  const room = await start({ authorization: { clientSecret: 'a-secret' } })
  await room.connect()
  await room.signIn()
  const { servers, authorization, identity, server } = room
  const token = server.shown.at(-1) ?? ''
  expect(authorization.check(token, server.url)).toBe('ok')
  const { revoked, server: view } = await servers.signOut(NOTES)
  expect(revoked).toBe('done')
  expect(authorization.check(token, server.url)).toBe('invalid')
  expect(view.signIn).toMatchObject({ account: null, needed: { reason: 'unauthorized' } })
  expect(identity.secrets.names()).toEqual([])

  await room.signIn()
  expect(identity.secrets.names()).toHaveLength(3)
  const other = server.shown.at(-1) ?? ''
  await servers.remove(NOTES)
  expect(authorization.check(other, server.url)).toBe('invalid')
  expect(identity.secrets.names()).toEqual([])
  expect(authorization.wrong).toEqual([])
})

it('takes the client the owner registered, where none can register itself', async () => {
  const { servers, authorization, connect } = await start({
    authorization: { metadata: { registration_endpoint: undefined } },
  })
  await connect()
  await expect(servers.signIn({ uri: NOTES })).rejects.toMatchObject({ code: 'server_signin_no_client' })
  const { address } = await servers.signIn({ uri: NOTES, clientId: 'mine', clientSecret: 'kept' })
  expect(new URL(address).searchParams.get('client_id')).toBe('mine')
  expect(authorization.asked).not.toContain('/register')
})

it.each([
  { knows: true, sent: 'https://me.example/satchel.json', registered: 0 },
  { knows: false, sent: expect.not.stringContaining('example') as string, registered: 1 },
])('says who it is by a document where that is understood: $knows', async ({ knows, sent, registered }) => {
  const { servers, authorization, connect } = await start({
    document: 'https://me.example/satchel.json',
    authorization: { metadata: { client_id_metadata_document_supported: knows } },
  })
  await connect()
  const { address } = await servers.signIn({ uri: NOTES })
  expect(new URL(address).searchParams.get('client_id')).toEqual(sent)
  expect(authorization.asked.filter((path) => path === '/register')).toHaveLength(registered)
})

it('sends no token once the server has another address, and none but the key the owner gave', async () => {
  const room = await start()
  await room.connect()
  await room.signIn()
  const { servers, server, identity } = room
  const elsewhere = server.url.replace('/mcp', '/other')
  server.shown.length = 0
  await servers.change({ uri: NOTES, definition: { kind: 'url', url: elsewhere, headers: {} } })
  expect(server.shown.every((token) => token === null)).toBe(true)
  expect(identity.secrets.names()).toEqual([])
  const headers = { Authorization: 'Bearer mine' }
  server.shown.length = 0
  await expect(
    servers.change({ uri: NOTES, definition: { kind: 'url', url: server.url, headers } }),
  ).rejects.toMatchObject({ code: 'server_refused' })
  expect(new Set(server.shown)).toEqual(new Set(['mine']))
})

it('signs in at a server of 2025-03-26, which speaks for itself under any name on its origin, and to no other', async () => {
  const room = await start({ server: { says: false } })
  const { authorization, server, servers } = room
  const { origin } = new URL(server.url)
  // It has no metadata, so its own origin is the authorization server.
  let name = `${origin}/oauth`
  server.options.intercept = ({ url = '' }, response) => {
    if (!url.startsWith('/.well-known/')) return false
    if (url !== '/.well-known/oauth-authorization-server') response.writeHead(404).end()
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          issuer: name,
          authorization_endpoint: `${authorization.issuer}/authorize`,
          token_endpoint: `${authorization.issuer}/token`,
          registration_endpoint: `${authorization.issuer}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
        }),
      )
    return true
  }
  authorization.options.answer = (params) => {
    params.delete('iss')
    return params
  }
  await room.connect()
  await servers.signIn({ uri: NOTES }).then(({ address }) => room.browse(address))
  await servers.finishSignIn(NOTES)
  expect(servers.get(NOTES)?.signIn?.account).toMatchObject({ issuer: name, scopes: [] })
  name = 'https://elsewhere.example'
  await expect(servers.signIn({ uri: NOTES })).rejects.toMatchObject({
    details: { reason: 'issuer_mismatch' },
  })
  authorization.expire()
  await expect(room.call()).rejects.toMatchObject({ details: { reason: 'issuer_mismatch' } })
})

it('forgets the verifiers of sign-ins that ended with the daemon, and nothing else', async () => {
  const { identity } = await start()
  const { secrets } = identity
  for (const name of ['oauth/0a/verifier', 'oauth/0a/client', 'servers/oauth/verifier'])
    await secrets.set(name, 'x')
  sweepSignIns(secrets)
  expect(secrets.names().map(({ name }) => name)).toEqual(['oauth/0a/client', 'servers/oauth/verifier'])
})

it('wants a sign-in of a server that speaks over server-sent events alone', async () => {
  const intercept = ({ method }: { method?: string | undefined }, response: ServerResponse) => {
    if (method !== 'POST') return false
    response.writeHead(405).end()
    return true
  }
  const room = await start({ server: { intercept } })
  await room.connect()
  expect(room.servers.get(NOTES)).toMatchObject({
    problem: { code: 'server_signin_needed' },
    signIn: { needed: { reason: 'unauthorized', scope: 'notes:read' } },
  })
})
