import { expect, it } from 'vitest'
import { openOtherAgent } from '../../agents/testing/other-agent.ts'
import { runCli } from '../../testing/cli.ts'
import { useOwnDaemon } from '../../testing/own-daemon.ts'

const TIMEOUT = 120_000
const { env } = useOwnDaemon()
const satchel = (...args: string[]) => runCli(env, 'agents', ...args)

it('finds, adds, shows, calls, reads again and removes an agent', { timeout: TIMEOUT }, async () => {
  const agent = await openOtherAgent()
  const offer = (...names: string[]): object => ({
    interfaces: [
      {
        type: 'StructuredInterface',
        content: {
          openrpc: '1.3.2',
          servers: [{ url: '/rpc' }],
          methods: names.map((name) => ({ name, params: [] })),
        },
      },
      { type: 'StructuredInterface', protocol: 'MCP', url: 'https://rooms.example/mcp?for=$(id)' },
    ],
  })
  agent.serve('/rpc', ({ body }) => {
    const { id, method } = JSON.parse(body) as { id: string; method: string }
    return { body: { jsonrpc: '2.0', id, result: { did: method } } }
  })
  const url = await agent.describe({
    ...offer('ping'),
    name: 'Hotel',
    products: [{ name: 'Suite', identifier: 's-1' }],
  })
  expect((await satchel('development', agent.host, '--yes')).code).toBe(0)
  expect((await satchel('discover', agent.did)).stdout).toContain(url)

  const unasked = await satchel('add', url)
  expect(unasked.stderr).toContain('needs_consent')
  expect(unasked.stdout).not.toContain('servers add')
  expect((await satchel('list', '--search', 'suite')).stdout).toMatch(/^hotel .*not approved/)
  expect((await satchel('call', 'hotel', 'ping', '--yes')).stdout).toContain('NOT_FOUND')
  const added = await satchel('add', url, '--label', 'Mine', '--yes')
  expect(added.stdout).toContain(agent.did)
  const shown = (await satchel('show', 'hotel')).stdout
  for (const part of ['Verified', '#key', 'ping', 'Suite', 'approved']) expect(shown).toContain(part)
  expect(shown).toContain("satchel servers add hotel --url 'https://rooms.example/mcp?for=$(id)'")

  expect((await satchel('call', 'hotel', 'ping')).stderr).toContain('needs_consent')
  expect(await satchel('call', 'hotel', 'ping', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"did": "ping"') as unknown,
  })

  await agent.describe({
    ...offer('ping', 'more'),
    name: 'Hotel',
    version: '1.1.0',
  })
  expect((await satchel('update', 'hotel')).stdout).toContain('New: more')
  expect((await satchel('update', 'hotel', '--as', 'did:wba:nobody.example')).code).toBe(1)
  await satchel('did', 'create', 'ana.example')
  const renamed = (await satchel('update', 'hotel', '--as', 'did:wba:ana.example', '--label', 'Ours')).stdout
  for (const part of [/^as +did:wba:ana\.example$/m, /^label +Ours$/m]) expect(renamed).toMatch(part)
  expect((await satchel('call', 'hotel', 'more', '--yes')).code).toBe(1)
  expect((await satchel('approve', 'hotel', '--yes')).code).toBe(0)
  expect((await satchel('call', 'hotel', 'more', '--yes')).stdout).toContain('"did": "more"')

  expect((await satchel('remove', 'hotel')).stderr).toContain('needs_consent')
  expect((await satchel('remove', 'hotel', '--yes')).code).toBe(0)
  expect((await satchel('show', 'hotel')).stderr).toContain('contact_unknown')
})

it('adds an agent by its domain where it speaks ANP and A2A, and says so', { timeout: TIMEOUT }, async () => {
  const agent = await openOtherAgent()
  const url = await agent.describe({ name: 'Both' })
  const rpc = { url: `${agent.origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }
  const text = ['text/plain']
  agent.serve('/.well-known/agent-card.json', {
    ...{ name: 'Both', description: 'Greets.', version: '1', supportedInterfaces: [rpc], capabilities: {} },
    ...{ defaultInputModes: text, defaultOutputModes: text },
    skills: [{ id: 'greet', name: 'Greet', description: 'Greets.', tags: ['hello'] }],
  })
  agent.serve('/.well-known/agent-descriptions', {
    '@type': 'CollectionPage',
    items: [{ '@type': 'ad:AgentDescription', name: 'Both', '@id': url }],
  })
  expect((await satchel('development', agent.host, '--yes')).code).toBe(0)
  const added = await satchel('add', agent.host, '--yes')
  expect(added.stdout).toMatch(/^protocol +anp$/m)
  expect(added.stdout).toContain(`Also here, over a2a: ${agent.origin}/.well-known/agent-card.json`)
})
