/** Finding schemas, with real sources on this machine: folders, an index, DIDs and web addresses; some lie, hang, or are gone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import type { SchemaSource } from '../../contract/settings.ts'
import { testAuthor } from '../../packages/testing.ts'
import { type MarketInput } from '../../testing/market.ts'
import { installFile } from '../../testing/packages.ts'
import { rejectionOf } from '../../state/testing.ts'
import { outcomes, schemaOf, TASK, packageWith, files, web, TASK_2, useSources } from './testing/sources.ts'

const { folder, open, serving } = useSources()

const attemptsOf = (details: unknown): string[] =>
  outcomes((details as { attempts: { source: string; outcome: string }[] }).attempts)

/** A folder of packages as the only source of packages. */
const folderWith = (bytes: Uint8Array): Partial<MarketInput> => {
  const path = join(folder(), 'folder')
  mkdirSync(path)
  writeFileSync(join(path, 'tasks.acp.yaml'), bytes)
  return { catalogues: [{ kind: 'folder', name: 'mine', trust: 'trusted', path }] }
}
const MARKETPLACE: SchemaSource = { kind: 'marketplace', name: 'marketplace', enabled: true }

describe('a schema that is not here', () => {
  it('comes from the sources of packages, for objects that waited for it', async () => {
    const schema = schemaOf(TASK)
    const one = open('one', [])
    one.state.registerSchema({
      owner: 'did:nuwa:cap:tasks',
      scope: 'sc:tasks',
      title: 'tasks',
      schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema },
      grants: ['did:nuwa:app:planner'],
    })
    const { object } = one.state.create(one.state.ownerAccess(TASK, 'cli'), {
      schemaUri: TASK,
      object: { text: 'Milk' },
    })
    const file = one.state.sync.export({ scopes: null, since: null }).bytes

    const bytes = await packageWith({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...schema,
    })
    const two = open('two', [MARKETPLACE], folderWith(bytes))
    expect(two.state.sync.planImport(file).missing).toEqual([TASK])
    expect(two.state.sync.import(file)).toMatchObject({ applied: 0, waiting: 1, missing: [TASK] })
    expect(two.state.schemas.missing()).toEqual([
      { schemaUri: TASK, owner: 'did:nuwa:cap:tasks', scope: 'sc:tasks', changes: 1 },
    ])
    // Nothing is looked for unless the setting allows it.
    expect(await two.schemas.fill()).toEqual({ allowed: false, added: [], problems: [] })

    const found = await two.schemas.find(TASK)
    expect(found).toMatchObject({
      status: 'found',
      source: 'marketplace (mine)',
      owner: 'did:nuwa:cap:tasks',
      waiting: 1,
      package: { name: 'tasks', version: '1.0.0', authorDid: testAuthor.did },
    })
    expect(two.state.schemas.here(TASK)).toBeNull()
    expect(two.schemas.add({ uri: TASK, hash: found.hash })).toMatchObject({ applied: 1 })
    expect(two.state.get({ schemaUri: TASK, id: object.id }).object).toMatchObject({ text: 'Milk' })
    expect(two.state.schemas.missing()).toEqual([])
  })

  it('is found and added by itself where the setting allows that', async () => {
    const one = open('one', [])
    const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemaOf(TASK) }
    const owner = 'did:nuwa:cap:tasks'
    const grants = ['did:nuwa:app:planner']
    one.state.registerSchema({ owner, scope: 'sc:tasks', title: 'tasks', schema, grants })
    one.state.create(one.state.ownerAccess(TASK, 'cli'), { schemaUri: TASK, object: { text: 'Milk' } })
    const two = open('two', [MARKETPLACE], folderWith(await packageWith(schema)))
    two.state.sync.import(one.state.sync.export({ scopes: null, since: null }).bytes)
    two.settings.set({ findSchemas: true })
    // Nothing from a source that is to ask first.
    const [mine] = two.market.sources()
    two.market.setSource({ name: mine?.catalogue.name ?? '', trust: 'ask' })
    expect(await two.schemas.fill()).toMatchObject({
      added: [],
      problems: [{ uri: TASK, problem: { code: 'schema_not_found' } }],
    })
    two.market.setSource({ name: mine?.catalogue.name ?? '', trust: 'trusted' })
    expect(await two.schemas.fill()).toMatchObject({ allowed: true, added: [{ uri: TASK, applied: 1 }] })
  })

  it('is asked for in the order of the sources, and of none once it was found', async () => {
    const none = await serving(files({}))
    const has = await serving(files({ [TASK]: await packageWith(schemaOf(TASK)) }))
    const { schemas, state } = open('a', [web(none.url, 'first'), web(has.url, 'second')])
    const found = await schemas.find(TASK)
    expect(outcomes(found.attempts)).toEqual(['first none', 'second found'])
    schemas.add({ uri: TASK, hash: found.hash })
    expect((await schemas.find(TASK)).status).toBe('here')
    // Removed with its capability's data, it is still known by what it was.
    state.purgeOwner('did:nuwa:cap:tasks')
    const kept = await schemas.find(TASK)
    expect(kept).toMatchObject({ status: 'kept', source: 'second', hash: found.hash })
    expect([none.asked.length, has.asked.length]).toEqual([1, 1])
    schemas.add({ uri: TASK, hash: kept.hash })
    expect(state.schemas.here(TASK)?.owner).toBe('did:nuwa:cap:tasks')
  })

  it('is not added as anything but what was looked at', async () => {
    const has = await serving(files({ [TASK]: await packageWith(schemaOf(TASK)) }))
    const { schemas, state } = open('a', [web(has.url)])
    const { hash } = await schemas.find(TASK)
    expect(() => schemas.add({ uri: TASK, hash: '0'.repeat(64) })).toThrow(
      expect.objectContaining({ code: 'schema_review_gone' }),
    )
    expect(() => schemas.add({ uri: TASK_2, hash })).toThrow(
      expect.objectContaining({ code: 'schema_review_gone' }),
    )
    expect(state.schemas.here(TASK)).toBeNull()
  })
})

describe('the DID of an author', () => {
  /** A did:web on this machine, with a document that names a service. */
  const domain = async (byUri: Record<string, Uint8Array>) => {
    const held = createMemorySigner(new Uint8Array(32).fill(21))
    const server = await serving((request, response) => {
      if (request.url !== '/.well-known/did.json') {
        files(byUri)(request, response)
        return
      }
      const document = {
        id: did,
        verificationMethod: [
          {
            id: '#key-1',
            type: 'Multikey',
            controller: did,
            publicKeyMultibase: held.did.slice('did:key:'.length),
          },
        ],
        assertionMethod: ['#key-1'],
        service: [
          { id: '#other', type: 'LinkedDomains', serviceEndpoint: 'https://elsewhere.example/' },
          {
            id: '#schemas',
            type: 'SchemaService',
            serviceEndpoint: `http://localhost:${server.port}/schemas`,
          },
        ],
      }
      response.writeHead(200, { 'content-type': 'application/did+json' }).end(JSON.stringify(document))
    })
    const did = `did:web:localhost%3A${server.port}`
    const signer: Signer = { did, keyId: `${did}#key-1`, sign: (bytes) => held.sign(bytes) }
    return { did, signer, developmentHosts: [`localhost:${server.port}`] }
  }

  it('serves the schemas of its packages, as soon as the author is known', async () => {
    const byUri: Record<string, Uint8Array> = {}
    const { signer, developmentHosts } = await domain(byUri)
    byUri[TASK_2] = await packageWith(schemaOf(TASK_2), { signer })
    const author: SchemaSource = { kind: 'author', name: 'author', enabled: true }
    const { schemas, packages } = open('a', [author], { developmentHosts })
    // The owner of the namespace is not known here yet.
    expect((await rejectionOf(schemas.find(TASK_2))).code).toBe('schema_not_found')
    await installFile(packages, await packageWith(schemaOf(TASK), { signer }))
    expect(await schemas.find(TASK_2)).toMatchObject({
      status: 'found',
      source: 'author',
      package: { authorDid: signer.did },
    })
  })

  it('serves nothing that somebody else signed', async () => {
    const { did, developmentHosts } = await domain({ [TASK]: await packageWith(schemaOf(TASK)) })
    const source: SchemaSource = { kind: 'did', name: 'domain', enabled: true, did }
    const { schemas } = open('a', [source], { developmentHosts })
    const { code, details } = await rejectionOf(schemas.find(TASK))
    expect([code, attemptsOf(details)]).toEqual(['author_changed', ['domain refused']])
  })

  it('is not followed to an address of this computer that was not allowed', async () => {
    const { did } = await domain({})
    const source: SchemaSource = { kind: 'did', name: 'domain', enabled: true, did }
    const { schemas } = open('a', [source])
    expect((await rejectionOf(schemas.find(TASK))).code).toBe('schema_sources_silent')
  })
})

describe('a URI', () => {
  it('means one content for ever', async () => {
    const has = await serving(files({ [TASK]: await packageWith(schemaOf(TASK)) }))
    const { schemas, packages, state } = open('a', [web(has.url)])
    const { hash } = await schemas.find(TASK)
    schemas.add({ uri: TASK, hash })
    const changed = await packageWith(schemaOf(TASK, { required: ['id', 'text'] }))
    const refused = { code: 'schema_changed_without_version' }
    await expect(installFile(packages, changed)).rejects.toMatchObject(refused)
    state.purgeOwner('did:nuwa:cap:tasks')
    await expect(installFile(packages, changed)).rejects.toMatchObject(refused)
  })

  it('of a person, or of no schema, is asked of no source', async () => {
    const has = await serving(files({}))
    const { schemas } = open('a', [web(has.url)])
    expect((await rejectionOf(schemas.find('did:nuwa:user:z6MkOther:state:Recipe#v1'))).code).toBe(
      'schema_of_person',
    )
    for (const uri of ['', 'note', 'https://example.org/schema', `${TASK} `])
      expect((await rejectionOf(schemas.find(uri))).code).toBe('schema_uri_invalid')
    expect(has.asked).toEqual([])
  })
})
