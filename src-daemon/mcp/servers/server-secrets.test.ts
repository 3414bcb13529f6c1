import { expect, it } from 'vitest'
import { keychainInMemory, useIdentityHome } from '../../identity/keys/testing.ts'
import { createServerSecrets, secretNamesOf, withSecrets } from './server-secrets.ts'
import { serverDefinitionSchema, type ServerView } from '../../contract/servers.ts'

const home = useIdentityHome()

const view = (uri: string, secret: string): ServerView => ({
  uri,
  definition: serverDefinitionSchema.parse({
    kind: 'url',
    url: 'https://a.example',
    headers: { Authorization: { secret }, 'X-Team': 'blue' },
  }),
  addedBy: 'owner',
  addedAt: '2026-01-02T03:04:05.000Z',
  trusted: false,
  allowed: { sampling: false, logLevel: null, timeoutSeconds: null, appOrigins: [] },
  chat: { routed: true, about: '' },
  state: { kind: 'stopped' },
  problem: null,
  tools: [],
  refused: [],
  leftOut: [],
  package: null,
  signIn: null,
  locked: false,
})

it('secrets of servers are listed with who is given them, kept from others, and forgotten with the last one', async () => {
  const { secrets } = await home.ready(keychainInMemory().keychain)
  let there = [view('one', 'servers/shared'), view('two', 'servers/shared')]
  const servers = createServerSecrets({ secrets, servers: { list: () => there } })
  await secrets.set('models/lab', 'of a model')
  await servers.set('servers/shared', ' tok ')
  expect(await secrets.use('servers/shared')).toBe('tok')
  expect(servers.list()).toEqual([
    { name: 'servers/shared', setAt: '2026-01-02T03:04:05.000Z', usedBy: ['one', 'two'] },
  ])

  const names = there.flatMap(({ definition }) => secretNamesOf(definition))
  there = there.slice(1)
  servers.forgetUnused(names)
  expect(secrets.has('servers/shared')).toBe(true)
  there = []
  servers.forgetUnused(names)
  expect(servers.list()).toEqual([])
  expect(() => servers.forget('servers/shared')).toThrow(/secret_missing/)

  // Neither a model's nor a capability's secret can be named here.
  for (const name of ['models/lab', 'capability/a/b/c', 'servers/../models/lab', 'servers/'])
    expect(() => serverDefinitionSchema.parse(view('x', name).definition)).toThrow()
  expect(() => servers.forgetUnused(['models/lab'])).toThrow()
  expect(secrets.has('models/lab')).toBe(true)
})

it('a server that is connected with values of its own is given them by names no other server has', () => {
  const program = serverDefinitionSchema.parse({ kind: 'command', command: 'node', env: { A: '1' } })
  const { definition, values } = withSecrets('did:nuwa:mcp:x', program, { TOKEN: 'tok' })
  const [[name, value] = []] = values
  expect([name, value]).toEqual([
    expect.stringMatching(/^servers\/[0-9a-f]{8}-did-nuwa-mcp-x\/token$/),
    'tok',
  ])
  expect(definition).toMatchObject({ env: { A: '1', TOKEN: { secret: name } } })
  expect(JSON.stringify(definition)).not.toContain('"tok"')
  const alike = withSecrets('did:nuwa:mcp-x', program, { TOKEN: 'tok' })
  expect([...alike.values.keys()]).not.toContain(name)

  const url = serverDefinitionSchema.parse({ kind: 'url', url: 'https://a.example' })
  expect(withSecrets('a', url, { Authorization: 'Bearer t' }).definition).toMatchObject({
    headers: { Authorization: { secret: expect.stringMatching(/\/authorization$/) as string } },
  })
  const did = serverDefinitionSchema.parse({ kind: 'did', did: 'did:web:a', url: 'https://a.example' })
  expect(() => withSecrets('a', did, { TOKEN: 'tok' })).toThrow(/invalid_request/)
  expect(() => withSecrets('a', program, { 'two words': 'x' })).toThrow()
})
