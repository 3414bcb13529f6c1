import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { otherAuthor } from '../../packages/testing.ts'
import { type MarketInput } from '../../testing/market.ts'
import { installFile } from '../../testing/packages.ts'
import { rejectionOf } from '../../state/testing.ts'
import { outcomes, schemaOf, TASK, packageWith, files, web, TASK_2, useSources } from './testing/sources.ts'

const { open, serving } = useSources()

describe('a source', () => {
  const findAt = async (listener: RequestListener, more: Partial<MarketInput> = {}) => {
    const { url } = await serving(listener)
    return rejectionOf(open('a', [web(url)], more).schemas.find(TASK))
  }

  it('is refused that gives another schema', async () => {
    const other = await packageWith(schemaOf(TASK_2))
    expect((await findAt(files({ [TASK]: other }))).code).toBe('schema_wrong_id')
  })

  it('is refused whose package is changed, of another namespace, or no package', async () => {
    const bytes = await packageWith(schemaOf(TASK))
    const text = Buffer.from(bytes).toString('utf8').replace('"text"', '"test"')
    const { url } = await serving((request, response) => {
      const uri = new URL(request.url ?? '', 'http://here').searchParams.get('uri')
      response.end(uri === TASK ? Buffer.from(text) : '<html></html>')
    })
    const { schemas } = open('a', [web(url)])
    expect((await rejectionOf(schemas.find(TASK))).code).toBe('package_rejected')
    expect((await rejectionOf(schemas.find(TASK_2))).code).toBe('package_rejected')
    const foreign = 'did:nuwa:cap:other:state:Task#v1'
    const theirs = await packageWith(schemaOf(foreign))
    const { url: at } = await serving(files({ [foreign]: theirs }))
    const { schemas: more } = open('b', [web(at)])
    expect((await rejectionOf(more.find(foreign))).code).toBe('package_rejected')
  })

  it('is refused whose author is not the one that the capability’s name belongs to', async () => {
    const { url } = await serving(
      files({ [TASK_2]: await packageWith(schemaOf(TASK_2), { signer: otherAuthor }) }),
    )
    const { schemas, packages } = open('a', [web(url)])
    await installFile(packages, await packageWith(schemaOf(TASK)))
    expect((await rejectionOf(schemas.find(TASK_2))).code).toBe('author_changed')
  })

  it('is refused whose author is not the one of a schema that was added before', async () => {
    const byUri = {
      [TASK]: await packageWith(schemaOf(TASK)),
      [TASK_2]: await packageWith(schemaOf(TASK_2), { signer: otherAuthor }),
    }
    const { url } = await serving(files(byUri))
    const { schemas } = open('a', [web(url)])
    schemas.add({ uri: TASK, hash: (await schemas.find(TASK)).hash })
    expect((await rejectionOf(schemas.find(TASK_2))).code).toBe('author_changed')
  })

  it('is refused that gives another capability’s version of a path that is taken', async () => {
    const { url } = await serving(
      files({ [TASK_2]: await packageWith(schemaOf(TASK_2), { name: 'thief', signer: otherAuthor }) }),
    )
    const { schemas, packages } = open('a', [web(url)])
    await installFile(packages, await packageWith(schemaOf(TASK)))
    expect((await rejectionOf(schemas.find(TASK_2))).code).toBe('schema_id_conflict')
  })

  it('is refused that gives another capability’s, while changes wait for the one they were written by', async () => {
    const one = open('one', [])
    one.state.registerSchema({
      owner: 'did:nuwa:cap:tasks',
      scope: 'sc:tasks',
      title: 'tasks',
      schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemaOf(TASK) },
      grants: ['did:nuwa:app:planner'],
    })
    one.state.create(one.state.ownerAccess(TASK, 'cli'), { schemaUri: TASK, object: { text: 'Milk' } })
    const bytes = await packageWith(schemaOf(TASK), { name: 'thief', signer: otherAuthor })
    const { url } = await serving(files({ [TASK]: bytes }))
    const two = open('two', [web(url)])
    two.state.sync.import(one.state.sync.export({ scopes: null, since: null }).bytes)
    expect(await rejectionOf(two.schemas.find(TASK))).toMatchObject({
      code: 'schema_id_conflict',
      params: { owner: 'did:nuwa:cap:tasks' },
    })
  })

  it('can bring no schema that costs more than any other may', async () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { anyOf: Array.from({ length: 10 }, () => deep(levels - 1)) }
    const bomb = await packageWith(schemaOf(TASK, { properties: { id: { type: 'string' }, a: deep(4) } }))
    expect(['package_rejected', 'schema_invalid']).toContain((await findAt(files({ [TASK]: bomb }))).code)
  })

  it('is left when it sends too much, and cut off there', async () => {
    let sent = 0
    const { code } = await findAt((_, response) => {
      const chunk = Buffer.alloc(256 * 1024, 'x')
      const go = (): void => {
        while (!response.destroyed && sent < 64 * 1024 * 1024) {
          sent += chunk.length
          if (!response.write(chunk)) {
            response.once('drain', go)
            return
          }
        }
        response.end()
      }
      go()
    })
    expect(code).toBe('schema_sources_silent')
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('is left when it hangs or is gone, and the next one is asked', async () => {
    const hangs = await serving(() => undefined)
    const has = await serving(files({ [TASK]: await packageWith(schemaOf(TASK)) }))
    const gone = web('http://127.0.0.1:9/schemas', 'gone')
    const { schemas: offline } = open('a', [web(hangs.url, 'hangs'), gone], { schemaTimeoutMs: 500 })
    const { code, params, details } = await rejectionOf(offline.find(TASK))
    expect([code, params['sources']]).toEqual(['schema_sources_silent', 'hangs, gone'])
    expect(details).toMatchObject({ attempts: [{ problem: { code: 'network_timeout' } }, {}] })
    const found = await open('b', [gone, web(has.url, 'has')]).schemas.find(TASK)
    expect(outcomes(found.attempts)).toEqual(['gone failed', 'has found'])
  })

  it('is asked no more once it is switched off, moves, and comes back with the list as it was', async () => {
    const has = await serving(files({ [TASK]: await packageWith(schemaOf(TASK)) }))
    const { schemas } = open('a', [])
    const { sources } = schemas
    sources.add(web(has.url, 'one'))
    sources.add(web('http://127.0.0.1:9/', 'two'))
    expect(() => {
      sources.add(web(has.url, 'one'))
    }).toThrow(expect.objectContaining({ code: 'schema_source_exists' }))
    sources.change({ name: 'two', position: 0 })
    sources.change({ name: 'one', enabled: false })
    expect(sources.list().map(({ name, enabled }) => [name, enabled])).toEqual([
      ['two', true],
      ['one', false],
    ])
    expect((await rejectionOf(schemas.find(TASK))).code).toBe('schema_sources_silent')
    expect(has.asked).toEqual([])
    sources.remove('two')
    expect(() => {
      sources.remove('two')
    }).toThrow(expect.objectContaining({ code: 'schema_source_missing' }))
    sources.reset()
    expect(sources.list().map(({ kind }) => kind)).toEqual(['marketplace', 'author'])
  })
})
