import { OWNER } from '../core/principal.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AcpPackage, InstalledPackage } from '../../contract/packages.ts'
import { SatchelError } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { toolsOf } from '../index.ts'
import { runConformance } from '../conformance/run.ts'
import { serviceAdapter } from '../conformance/testing/service-adapter.ts'
import { ALLOW_ONCE, personAnswers } from '../../testing/approvals.ts'
import { installedPackage } from '../../testing/installed-package.ts'
import { testAuthorizations, testIdentity } from '../../testing/owner.ts'
import { plainState } from '../../state/testing.ts'
import { plainAcpSource, plainCapabilities } from '../testing.ts'

const CONTEXT = {
  caller: 'internal',
  principal: OWNER,
  turn: { conversationId: 'c', turnId: 't', callId: 'k' },
} as const
const URI = 'did:nuwa:state:note#v1'

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: URI,
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string', minLength: 1 },
    body: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'title', 'body', 'createdAt', 'updatedAt'],
}
/** As a model sees it: what the runtime fills in is not asked for. */
const asked = {
  type: 'object',
  properties: { title: { type: 'string' }, body: { type: 'string' } },
  required: ['title'],
}
const tool = (name: string, properties: object = {}, required: readonly string[] = []) => ({
  name,
  description: name,
  parameters: { type: 'object', properties, required },
})

const note: AcpPackage = {
  sha256: 'ab12',
  name: 'note',
  capUri: 'did:nuwa:cap:note',
  version: '1.0.0',
  title: 'Note',
  description: 'Notes',
  author: { did: 'did:key:z', keyId: 'did:key:z#z' },
  triggers: [],
  examples: [],
  memoryScope: 'sc:note',
  permissions: { require: ['state.create', 'state.update', 'state.query'], option: ['state.delete'] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema,
  schemaUri: URI,
  prompt: '',
  tools: [
    tool('state.create', { schema_uri: { type: 'string' }, object: asked }, ['object']),
    tool('state.update', { id: { type: 'string' } }, ['id', 'patch']),
    tool('state.query', { query: { type: 'object' } }),
    tool('state.delete', { id: { type: 'string' } }, ['id']),
    tool('weather', { city: { type: 'string' } }, ['city']),
    tool('scrape', { url: { type: 'string' } }),
    tool('unbound'),
  ],
  bindings: {
    weather: { type: 'http_get', url: 'https://weather.example.org/{city}' },
    scrape: { type: 'mcp_service', service_uri: 'did:nuwa:mcp:webscraper:version1', mcp_action: 'extract' },
  },
}

let directory: string
let db: Database
const owner = testIdentity()
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-acp-'))
  db = openDatabase({ path: join(directory, 'state.db') })
})
afterEach(() => {
  db.close()
  rmSync(directory, { recursive: true })
})

const open = (acp: AcpPackage = note) => {
  const state = plainState({ db, ownerDid: () => 'did:key:owner' })
  state.registerSchema({ owner: acp.capUri, scope: acp.memoryScope, title: acp.title, schema: acp.schema })
  let runs = 0
  const weather: Readonly<Record<string, () => Promise<unknown>>> = {
    Oslo: () => Promise.resolve({ degrees: 7 }),
    List: () => Promise.resolve([1, 2]),
    Slow: () => new Promise((resolve) => setTimeout(resolve, 60)),
    Closed: () =>
      Promise.reject(
        new SatchelError('network_refused', { params: { host: '10.0.0.1', reason: 'private' } }),
      ),
    Broken: () => Promise.reject(new Error('connect https://10.0.0.1:8443/secret')),
  }
  const packages = {
    installed: (): InstalledPackage[] => [installedPackage(acp)],
    get: (name: string) => (name === acp.name ? acp : null),
    authorTrust: () => 'known' as const,
    onChange: () => () => undefined,
  }
  const source = plainAcpSource({
    packages,
    state,
    authorizations: testAuthorizations(db, owner),
    runSkill: ({ task, vars }) =>
      Promise.resolve(
        task === ''
          ? { ok: false, reason: 'failed', problem: 'there is nothing to do' }
          : { ok: true, text: `${task}, ${JSON.stringify(vars)}`, changes: [] },
      ),
    runHttp: ({ arguments: args }) => {
      runs += 1
      return weather[String(args['city'])]?.() ?? Promise.resolve(null)
    },
  })
  const service = plainCapabilities({ sources: [source], db })
  personAnswers(service.approvals, () => ALLOW_ONCE)
  const call = (name: string, input: unknown) =>
    service.invoke({ capability_id: `acp:note/${name}`, version: acp.version }, input, CONTEXT)
  return { state, service, call, runs: () => runs }
}

const ref = (name: string) => ({ capability_id: `acp:note/${name}`, version: '1.0.0' })

describe('installed packages as a source', () => {
  it('pass the conformance suite', async () => {
    let counting = () => 0
    const weather = (city: string) => ({ capability_id: 'acp:note/weather', input: { city } })
    const report = await runConformance({
      source: 'acp',
      adapter: serviceAdapter(
        () => {
          const { service, runs } = open()
          counting = runs
          return { service }
        },
        () => counting(),
      ),
      exercises: {
        good: [{ ...weather('Oslo'), output: { degrees: 7 } }],
        denied: [{ capability_id: 'acp:note/state.delete', input: { id: 'x' }, version: '1.0.0' }],
        failing: [weather('Broken')],
        wrapped: [{ ...weather('List'), value: [1, 2] }],
        slow: [{ ...weather('Slow'), settlesMs: 60 }],
        skills: [{ capability_id: 'acp:note', input: { task: 'milk', vars: { count: 2 } } }],
        hidden: ['weather.example.org', ':8443'],
      },
      now: () => new Date(),
    })
    expect(report.cases.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const skipped = report.cases.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id)
    expect(skipped).toEqual(['I11'])
  })

  it('are each a skill and its tools; what cannot run or was not granted is not shown to a model', () => {
    const { service } = open()
    expect(service.list().map(({ capability_id: id }) => id)).toEqual([
      'acp:note',
      ...['state.create', 'state.update', 'state.query', 'weather'].map((name) => `acp:note/${name}`),
    ])
    expect(toolsOf(service, 'note').map(({ wireName }) => wireName)).toEqual([
      'state__create',
      'state__update',
      'state__query',
      'weather',
    ])
    expect(toolsOf(service, 'not')).toEqual([])
  })

  it('say that the disk is full, and that it may be tried again', async () => {
    const { call } = open()
    await call('state.create', { object: { title: 'first', body: '' } })
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
    const { ok, error } = await call('state.create', { object: { title: 'big', body: 'x'.repeat(100_000) } })
    expect(ok).toBe(false)
    expect(error).toMatchObject({ code: 'EXECUTION_FAILED', details: { code: 'disk_full' }, retryable: true })
  })

  it('are run by their binding, whatever they are called', async () => {
    const named = tool('constructor', { city: { type: 'string' } })
    const { call, service } = open({
      ...note,
      tools: [named],
      bindings: { constructor: { type: 'http_get', url: 'https://weather.example.org/{city}' } },
    })
    expect((await call('constructor', { city: 'Oslo' })).output).toEqual({ degrees: 7 })
    expect(service.describe({ capability_id: 'acp:note/toString', version: '1.0.0' })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('say why a tool cannot be used', async () => {
    const { call, service } = open()
    for (const name of ['scrape', 'unbound']) {
      const { error } = await call(name, {})
      expect(error?.code).toBe('NOT_FOUND')
      expect(error?.message).toContain(name)
    }
    const older = await service.invoke({ capability_id: 'acp:note/weather', version: '0.9.0' }, {}, CONTEXT)
    expect(older.error?.message).toContain('1.0.0')
    const skill = await service.invoke(
      { capability_id: 'acp:note', version: '1.0.0' },
      { task: 'x' },
      CONTEXT,
    )
    // Within a turn: it could start turns without end.
    expect(skill.error).toMatchObject({ code: 'EXECUTION_FAILED', details: { reason: 'skill' } })
    const ended = await service.invoke(
      { capability_id: 'acp:note', version: '1.0.0' },
      { task: '' },
      { caller: 'cli', principal: OWNER, turn: null },
    )
    expect(ended.error).toMatchObject({
      code: 'EXECUTION_FAILED',
      message: expect.stringContaining('there is nothing to do') as string,
      details: { reason: 'failed' },
    })
  })

  it('wrap an answer that is no object, and refuse what the network guard refuses', async () => {
    const { call } = open()
    expect((await call('weather', { city: 'List' })).output).toEqual({ value: [1, 2] })
    expect((await call('weather', { city: 'Closed' })).error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { code: 'network_refused' },
    })
  })
})

describe('state tools', () => {
  const milk = { object: { title: 'Milk', body: 'two bottles' } }

  it('create an object with id, dates and origin, and point at the change', async () => {
    const { call, state } = open()
    const result = await call('state.create', milk)
    expect(result).toMatchObject({ ok: true, output: { object: { title: 'Milk' } } })
    const [change] = result.x_changes
    expect(change).toMatchObject({
      kind: 'create',
      schemaUri: URI,
      scope: 'sc:note',
      objectId: result.output?.['id'],
    })
    const [history] = state.history.changes({ schemaUri: URI, id: change?.objectId ?? '' })
    expect(history?.origin).toEqual({
      kind: 'capability',
      capability: 'did:nuwa:cap:note',
      version: '1.0.0',
      packageSha256: 'ab12',
      conversationId: 'c',
      turnId: 't',
      callId: 'k',
    })
  })

  it('find and change what was created', async () => {
    const { call } = open()
    const created = await call('state.create', milk)
    const id = created.output?.['id']
    const version = created.output?.['version']
    const updated = await call('state.update', { id, patch: { $set: { body: 'one' } }, if_version: version })
    expect(updated).toMatchObject({
      ok: true,
      output: { id, object: { body: 'one' } },
      x_changes: [{ kind: 'update' }],
    })
    for (const query of [{ title: 'Milk' }, { where: { title: 'Milk' } }, {}]) {
      expect((await call('state.query', { query })).output).toMatchObject({ items: [{ id }], cursor: null })
    }
    expect((await call('state.query', { query: { title: 'Bread' } })).output).toEqual({
      items: [],
      cursor: null,
    })
  })

  it.each([
    ['state.create', { object: { title: '', body: 'x' } }, 'validation_failed'],
    ['state.update', { id: 'nobody', patch: { $set: { body: 'x' } } }, 'not_found'],
    ['state.query', { query: { where: { colour: 'red' } } }, 'asmql_unknown_field'],
    [
      'state.create',
      { schema_uri: 'did:nuwa:core:AgentSettings#v1', object: { title: 'x' } },
      'schema_unknown',
    ],
  ])('%s %j fails with %s, which a model can act on', async (name, input, code) => {
    const { call } = open()
    const { error, x_changes: changes } = await call(name, input)
    expect(error).toMatchObject({ code: 'EXECUTION_FAILED', details: { code } })
    expect(changes).toEqual([])
    if (code === 'validation_failed') expect(error?.details?.['pointers']).toEqual(['/title'])
  })

  it('delete only what was granted, and for good only with a permission of its own', async () => {
    const able = { ...note, permissions: { require: ['state.create', 'state.delete'], option: [] } }
    const { call } = open(able)
    const id = (await call('state.create', milk)).output?.['id']
    expect((await call('state.delete', { id, mode: 'hard' })).error?.code).toBe('PERMISSION_DENIED')
    expect(await call('state.delete', { id })).toMatchObject({
      output: { id, mode: 'soft' },
      x_changes: [{ kind: 'delete' }],
    })
  })

  it('ask the person only with the permission for it, without an approval, and say what was chosen', async () => {
    const asking = { ...note, tools: [...note.tools, tool('ui.decision', { options: { type: 'array' } })] }
    const options = [
      { id: 'now', name: 'Now' },
      { id: 'later', name: 'Later' },
    ]
    const refused = await open(asking).call('ui.decision', { options })
    expect(refused.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('ui.ask') as string,
    })
    const able = { ...asking, permissions: { require: ['ui.ask'], option: [] } }
    const { call, service } = open(able)
    const calling = call('ui.decision', { options })
    await expect
      .poll(() => service.questions.pending())
      .toMatchObject([{ title: 'Note', tool: 'ui.decision' }])
    const [question] = service.questions.pending()
    service.questions.answer({
      id: question?.id ?? '',
      reply: { action: 'accept', values: { options: 'later' } },
    })
    expect((await calling).output).toEqual({ answered: true, options: [{ id: 'later', name: 'Later' }] })
    expect(service.approvals.pending()).toEqual([])
    expect(service.describe(ref('ui.decision'))).toMatchObject({
      required_permissions: ['ui.ask'],
      x_effect: 'none',
    })
  })

  it('keep the objects of one capability from another', async () => {
    await open().call('state.create', milk)
    const other: AcpPackage = {
      ...note,
      capUri: 'did:nuwa:cap:other',
      memoryScope: 'sc:other',
      schemaUri: URI,
    }
    const state = plainState({ db, ownerDid: () => 'did:key:owner' })
    const source = plainAcpSource({
      packages: {
        installed: () => [installedPackage(other)],
        get: () => other,
        authorTrust: () => 'known',
        onChange: () => () => undefined,
      },
      state,
      authorizations: testAuthorizations(db, owner),
    })
    const service = plainCapabilities({ sources: [source], db })
    const result = await service.invoke(ref('state.query'), { query: {} }, CONTEXT)
    expect(result.error?.code).toBe('PERMISSION_DENIED')
  })
})
