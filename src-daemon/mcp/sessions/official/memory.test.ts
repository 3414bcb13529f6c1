import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultOf } from '../results.ts'
import type { Session } from '../session.ts'
import { createTestSessions } from '../../testing/sessions.ts'

const sessions = createTestSessions()
const folder = join(sessions.folder, 'memory')
let session: Session

const open = () =>
  sessions.open([sessions.official('server-memory')], {
    write: [folder],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
  })
beforeAll(async () => {
  mkdirSync(folder)
  session = await open()
})
afterAll(async () => {
  await sessions.end()
  sessions.remove()
})

const call = async (tool: string, args: Record<string, unknown> = {}) =>
  resultOf(await session.call(tool, args, { signal: new AbortController().signal }), { server: 'x', tool })
const named = (name: string, ...observations: string[]) => ({ name, entityType: 'person', observations })

describe.skipIf(process.platform !== 'linux')('server-memory, all it has', () => {
  it('stores, finds and forgets facts, with each of its tools', async () => {
    expect((await session.tools()).map(({ name }) => name).sort()).toEqual([
      'add_observations',
      'create_entities',
      'create_relations',
      'delete_entities',
      'delete_observations',
      'delete_relations',
      'open_nodes',
      'read_graph',
      'search_nodes',
    ])
    await call('create_entities', { entities: [named('Ana', 'has the spare key'), named('Bo')] })
    const knows = { from: 'Ana', to: 'Bo', relationType: 'knows' }
    expect(await call('create_relations', { relations: [knows] })).toEqual({ relations: [knows] })
    const added = [{ entityName: 'Bo', contents: ['plays the harp', 'is late'] }]
    expect(await call('add_observations', { observations: added })).toMatchObject({
      results: [{ entityName: 'Bo', addedObservations: ['plays the harp', 'is late'] }],
    })
    expect(await call('search_nodes', { query: 'harp' })).toMatchObject({ entities: [{ name: 'Bo' }] })
    expect(await call('open_nodes', { names: ['Ana'] })).toMatchObject({ entities: [{ name: 'Ana' }] })
    await call('delete_observations', { deletions: [{ entityName: 'Bo', observations: ['is late'] }] })
    await call('delete_relations', { relations: [knows] })
    expect(await call('read_graph')).toMatchObject({
      entities: [{ name: 'Ana' }, { name: 'Bo', observations: ['plays the harp'] }],
      relations: [],
    })
    expect(await call('delete_entities', { entityNames: ['Ana'] })).toMatchObject({ success: true })
  })

  it('offers its graph as a resource, and announces changes to it', async () => {
    const { resources } = await session.offers.resources()
    const [graph] = resources
    expect(graph?.uri).toBe('memory://knowledge-graph')
    let changes = 0
    const leave = await session.offers.watch('memory://knowledge-graph', () => (changes += 1))
    await call('create_entities', { entities: [named('Cleo')] })
    await expect.poll(() => changes, { timeout: 20_000 }).toBe(1)
    await leave()
    const { contents } = await session.offers.read('memory://knowledge-graph', undefined)
    expect(contents).toMatchObject([{ kind: 'text', text: expect.stringContaining('Cleo') as unknown }])
  })

  it('remembers from one session to the next', async () => {
    await session.close()
    session = await open()
    expect(await call('search_nodes', { query: 'Cleo' })).toMatchObject({ entities: [{ name: 'Cleo' }] })
  })
})
