import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForPrograms } from '../api/index.ts'
import { openFloor, type Floor } from '../capabilities/approvals/testing.ts'
import { partOf } from '../capabilities/core/listing.ts'
import type { CapabilityManifest } from '../contract/capabilities.ts'
import type { ServerPrompts, ServerResources, ServerNotice } from '../contract/server-offers.ts'
import { SatchelError } from '../platform/errors.ts'
import { createEmitter } from '../platform/emitter.ts'
import { createSharing, type SharingDeps } from './sharing.ts'

const soon = { timeout: 20_000, interval: 20 }
const NOTES = 'file:///notes.md'
const described = { title: null, description: '', mediaType: 'text/markdown' }

const LISTED: ServerResources = {
  resources: [
    { ...described, uri: NOTES, name: 'notes', title: 'Notes', size: 12 },
    { ...described, uri: 'file:///diary.md', name: 'diary', size: null },
  ],
  templates: [{ ...described, uriTemplate: 'page:///{name}', name: 'page', variables: ['name'] }],
  more: false,
}
const PROMPTS: ServerPrompts = {
  prompts: [
    {
      name: 'sum up',
      title: null,
      description: 'Sums up.',
      arguments: [{ name: 'text', title: null, description: 'What', required: true }],
    },
    { name: '*', title: null, description: 'Oddly named.', arguments: [] },
  ],
  more: false,
}
const SKILL: CapabilityManifest = {
  capability_id: 'skill:user/letters',
  version: '1.0.0',
  kind: 'skill',
  name: 'Letters',
  description: 'Writes letters.',
  input_schema: {},
  output_schema: null,
  prompt_template: 'Write politely.',
  resources: [{ uri: 'skill://user/letters/style.md', name: 'style.md' }],
  required_permissions: [],
  x_effect: 'none',
}

let home: ReturnType<typeof openFloor>
let floor: Floor
let sharing: ReturnType<typeof createSharing>
let asked: unknown[]
let broken: Error | null
let notices: ReturnType<typeof createEmitter<ServerNotice>>
const clients: Client[] = []

beforeEach(async () => {
  home = openFloor()
  floor = home.open()
  asked = []
  broken = null
  notices = createEmitter<ServerNotice>()
  let endpoint = { enabled: false, port: 0 }
  const unlessBroken = <T>(server: string, value: T): Promise<T> =>
    server === 'files' && broken !== null ? Promise.reject(broken) : Promise.resolve(value)
  sharing = createSharing({
    db: floor.db,
    settings: {
      get: () => ({ shareEndpoint: endpoint }) as never,
      set: ({ shareEndpoint = endpoint }) => ({ shareEndpoint: (endpoint = shareEndpoint) }) as never,
    },
    capabilities: {
      ...floor.service,
      list: (part) => [...floor.service.list(part), ...partOf([SKILL], part)],
    },
    servers: {
      list: () => [{ uri: 'files' }, { uri: 'other' }] as never,
      resources: (server) => unlessBroken(server, LISTED),
      prompts: (server) => unlessBroken(server, PROMPTS),
      readResource: ({ uri, resource }) => {
        asked.push([uri, resource])
        const content = {
          kind: 'text',
          uri: resource,
          mediaType: 'text/markdown',
          text: `in ${uri}`,
        } as const
        return unlessBroken(uri, { contents: [content], omitted: 1 })
      },
      prompt: ({ uri, name, arguments: values }) => {
        asked.push([uri, name, values])
        const messages = [
          {
            role: 'user' as const,
            content: { kind: 'words' as const, text: `sum up ${values['text'] ?? ''}` },
          },
          {
            role: 'user' as const,
            content: { kind: 'link' as const, uri: NOTES, name: 'notes', mediaType: null },
          },
        ]
        return unlessBroken(uri, { description: 'Sums up.', messages, omitted: 0 })
      },
      onNotice: notices.listen,
    } satisfies SharingDeps['servers'],
    skills: { readText: (id, path) => ({ text: `${id} ${path}`, bytes: 1 }) },
    listen: listenForPrograms,
    launch: { command: 'node', args: [], env: {} },
    now: () => home.clock.now,
    language: () => 'en',
    log: { info: () => undefined, warn: () => undefined },
  })
  await sharing.setEndpoint({ enabled: true, port: 0 })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  floor.service.close()
  await sharing.close()
  floor.db.close()
  home.remove()
})

const connect = async (...exposed: string[]): Promise<Client> => {
  sharing.allow({ name: 'editor', exposed })
  const { token } = sharing.issueToken('editor')
  const client = new Client({ name: 'editor', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  clients.push(client)
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(sharing.status().url ?? ''), { requestInit }),
  )
  return client
}
const seenBy = async (client: Client) => ({
  resources: (await client.listResources()).resources.map(({ uri }) => uri),
  templates: (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  prompts: (await client.listPrompts()).prompts.map(({ name }) => name),
})
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown as { code: number }).code,
  )

describe('resources and prompts', () => {
  it('are none until the owner chose some, whatever tools were shared', async () => {
    const client = await connect('acp:web/note', 'acp:web/*')
    expect(await seenBy(client)).toEqual({ resources: [], templates: [], prompts: [] })
    expect(await refusal(client.readResource({ uri: `satchel://files/${NOTES}` }))).toBe(-32602)
    expect(await refusal(client.getPrompt({ name: 'mcp_files__sum' }))).toBe(-32602)
    expect(asked).toEqual([])
  })

  it('are those that the owner chose, one by one', async () => {
    const client = await connect(`resource:mcp:files/${NOTES}`, 'prompt:mcp:files/sum%20up')
    const { resources } = await client.listResources()
    expect(resources).toEqual([
      { uri: `satchel://files/${NOTES}`, name: 'notes', title: 'Notes', mimeType: 'text/markdown', size: 12 },
    ])
    const read = await client.readResource({ uri: resources[0]?.uri ?? '' })
    expect(read).toMatchObject({
      contents: [{ uri: `satchel://files/${NOTES}`, mimeType: 'text/markdown', text: 'in files' }],
      _meta: { 'satchel/omitted': 1 },
    })
    expect(await refusal(client.readResource({ uri: 'satchel://files/file:///diary.md' }))).toBe(-32602)
    expect(await refusal(client.readResource({ uri: `satchel://other/${NOTES}` }))).toBe(-32602)
    expect(await refusal(client.readResource({ uri: NOTES }))).toBe(-32602)
    expect(asked).toEqual([['files', NOTES]])

    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([
      { title: 'sum up', description: 'Sums up.', arguments: [{ name: 'text', required: true }] },
    ])
    const got = await client.getPrompt({ name: prompts[0]?.name ?? '', arguments: { text: 'it' } })
    expect(got.messages.map(({ content }) => content)).toMatchObject([
      { type: 'text', text: 'sum up it' },
      { type: 'resource_link', uri: `satchel://files/${NOTES}` },
    ])
    const lines = floor.service.log.list({ limit: 10 }).records
    expect(lines.map(({ capabilityId, client: by, outcome }) => [capabilityId, by, outcome])).toEqual([
      ['mcp:files/prompts/get', 'editor', 'ok'],
      ['mcp:files/resources/read', 'editor', 'ok'],
    ])
    expect(JSON.stringify(lines)).not.toContain('in files')
  })

  it('are all of a server, also what a template leads to, and end with the grant', async () => {
    const client = await connect('resource:mcp:files/*', 'prompt:mcp:files/*')
    expect(await seenBy(client)).toEqual({
      resources: [`satchel://files/${NOTES}`, 'satchel://files/file:///diary.md'],
      templates: ['satchel://files/page:///{name}'],
      prompts: [expect.stringMatching(/^mcp_files__sum_up_/), expect.stringMatching(/^mcp_files___/)],
    })
    expect(sharing.clients()[0]?.sees).toMatchObject({ count: 0, offers: 2 })
    sharing.allow({ name: 'editor', exposed: ['resource:mcp:files/page:///{name}', 'prompt:mcp:files/%2A'] })
    expect(await seenBy(client)).toEqual({
      resources: [],
      templates: ['satchel://files/page:///{name}'],
      prompts: [expect.stringMatching(/^mcp_files___/)],
    })
    expect(await client.readResource({ uri: 'satchel://files/page:///home' })).toBeTruthy()
    expect(await refusal(client.readResource({ uri: 'satchel://files/page:///home/more' }))).toBe(-32602)
    sharing.refuse('editor')
    expect(await refusal(client.readResource({ uri: 'satchel://files/page:///home' }))).not.toBeNull()
  })

  it('are a skill’s instructions, with its files, where those were chosen', async () => {
    const client = await connect('prompt:skill:user/letters')
    expect(await seenBy(client)).toEqual({
      resources: ['skill://user/letters/style.md'],
      templates: [],
      prompts: ['skill_user__letters'],
    })
    const { messages } = await client.getPrompt({
      name: 'skill_user__letters',
      arguments: { task: 'To Ana.' },
    })
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: { text: expect.stringMatching(/^Write politely\.[^]*style\.md\n\nTo Ana\.$/) as string },
      },
    ])
    expect(await client.readResource({ uri: 'skill://user/letters/style.md' })).toMatchObject({
      contents: [{ text: 'skill:user/letters style.md' }],
    })
  })

  it('of an unreachable server are left out, and reading them says why, but not its address', async () => {
    const client = await connect('resource:mcp:files/*', 'resource:mcp:other/*')
    broken = new SatchelError('server_not_started', {
      params: { server: 'files', problem: 'spawn /home/ann/server ENOENT' },
      details: { command: ['/home/ann/server'], stderr: '' },
    })
    expect((await seenBy(client)).resources).toEqual([
      `satchel://other/${NOTES}`,
      'satchel://other/file:///diary.md',
    ])
    const failed = await client
      .readResource({ uri: `satchel://files/${NOTES}` })
      .catch((thrown: unknown) => String(thrown))
    expect(failed).toContain('EXECUTION_FAILED')
    expect(failed).not.toContain('/home/ann')
    expect(floor.service.log.list({ limit: 1 }).records[0]).toMatchObject({ outcome: 'failed' })
  })

  it('are listed to choose from, and only what exists can be shared', async () => {
    expect(sharing.shareable().filter(({ server }) => server)).toMatchObject([
      { source: 'mcp:files', items: [] },
      { source: 'mcp:other', items: [] },
    ])
    const choices = await sharing.offers('mcp:files')
    expect(choices.resources.map(({ id }) => id)).toEqual([
      `resource:mcp:files/${NOTES}`,
      'resource:mcp:files/file:///diary.md',
      'resource:mcp:files/page:///{name}',
    ])
    expect(choices.prompts.map(({ id }) => id)).toEqual(['prompt:mcp:files/sum%20up', 'prompt:mcp:files/%2A'])
    await expect(sharing.offers('mcp:nobody')).rejects.toMatchObject({ code: 'share_unknown_capability' })
    for (const id of ['resource:mcp:nobody/*', 'prompt:skill:user/nothing', 'prompt:acp:web'])
      expect(() => sharing.allow({ name: 'editor', exposed: [id] })).toThrow(/share_unknown_capability/)
  })

  it('that change are told to the programs that listen', async () => {
    const client = await connect('resource:mcp:files/*')
    let told = 0
    client.setNotificationHandler('notifications/resources/list_changed', () => {
      told += 1
    })
    const subscription = await client.listen({ resourcesListChanged: true })
    await vi.waitFor(() => {
      notices.emit({ kind: 'resources', uri: 'files' })
      expect(told).toBeGreaterThan(0)
    }, soon)
    await subscription.close()
  })
})
