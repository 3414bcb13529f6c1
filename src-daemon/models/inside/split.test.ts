import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkGuard, type NetworkGuard } from '../../network/index.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createInsidePulls } from './pulls.ts'
import { partAddresses, partsOf, wholeName } from './split.ts'
import { createInsideStore } from './store.ts'

const FACTS = { architecture: 'llama', name: null, size: null, window: 1, embeds: false, thinks: false }

describe('the parts of a model', () => {
  it('are found by any of them', () => {
    const all = [1, 2, 3].map((number) => `/m/big-0000${String(number)}-of-00003.gguf`)
    for (const one of all) expect(partsOf(one)).toEqual(all)
    expect(wholeName('big-00002-of-00003.gguf')).toBe('big.gguf')
    expect(partAddresses('https://a.example/x-00002-of-00002.gguf?download=true')).toEqual([
      'https://a.example/x-00001-of-00002.gguf?download=true',
      'https://a.example/x-00002-of-00002.gguf?download=true',
    ])
    for (const whole of [
      '/m/a.gguf',
      '/m/a-1-of-2.gguf',
      '/m/a-00003-of-00002.gguf',
      '/m/a-00001-of-99999.gguf',
    ])
      expect(partsOf(whole)).toEqual([whole])
  })
})

describe('a model in several files', () => {
  let root: string
  let db: Database
  let guard: NetworkGuard
  let server: Server
  let served: Record<string, Buffer>
  let asked: string[]

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'satchel-split-'))
    db = openDatabase({ path: join(root, 'state.db') })
    guard = createNetworkGuard()
    served = {}
    asked = []
    server = createServer((request, response) => {
      const name = (request.url ?? '').split('/').at(-1) ?? ''
      asked.push(name)
      const body = served[name]
      if (body === undefined) response.writeHead(404).end()
      else response.writeHead(200, { 'content-length': body.length }).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    server.close()
    await guard.close()
    db.close()
    rmSync(root, { recursive: true, force: true })
  })

  const open = () => {
    const store = createInsideStore(db)
    const inspected: string[] = []
    const pulls = createInsidePulls({
      ...{ store, guard, folder: join(root, 'files') },
      runtime: { fetch: () => Promise.resolve(), missingBytes: () => 0 },
      inspect: ({ file }) => {
        inspected.push(file)
        return Promise.resolve(FACTS)
      },
      language: () => 'en',
      now: () => new Date(),
      changed: () => undefined,
    })
    const ended = async (id: string) => {
      await expect.poll(() => store.find(id)?.state).not.toBe('running')
      return store.find(id)
    }
    return { store, pulls, inspected, ended }
  }
  const addressOf = (name: string): string => {
    const address = server.address()
    return `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}/${name}`
  }
  const part = (number: number): string => `big-0000${String(number)}-of-00003.gguf`
  const bytes = (text: string): Buffer => Buffer.from(`GGUF${text}`)

  it('is fetched whole by the address of any part, goes on after a part that was missing, and is removed whole', async () => {
    served = { [part(1)]: bytes('1'), [part(2)]: bytes('22') }
    const { pulls, inspected, ended } = open()
    const { model } = pulls.start(addressOf(part(2)))
    expect(model).toBe('inside:big')
    expect(await ended('big')).toMatchObject({
      ...{ name: 'big', state: 'failed' },
      problem: { code: 'model_part_refused', params: { part: 3, count: 3, model: 'big', status: 404 } },
    })
    expect(pulls.list()[0]?.problem).toContain('part 3 of 3 of big')
    served[part(3)] = bytes('333')
    pulls.start(model)
    expect(await ended('big')).toMatchObject({ state: 'ready', completed: 18, total: 18 })
    expect(asked).toEqual([part(1), part(2), part(3), part(3)])
    expect(inspected).toEqual([join(root, 'files', part(1))])
    expect(readdirSync(join(root, 'files')).toSorted()).toEqual([1, 2, 3].map(part))
  })

  it('leaves nothing behind when it is given up', async () => {
    served = { [part(1)]: bytes('1') }
    const { pulls, ended } = open()
    const { model } = pulls.start(addressOf(part(1)))
    await ended('big')
    pulls.dismiss(model)
    expect(readdirSync(join(root, 'files'))).toEqual([])
  })

  it('is taken where it is if all its files are there; else it says which are missing', () => {
    const own = join(root, 'own')
    mkdirSync(own)
    for (const number of [1, 3]) writeFileSync(join(own, part(number)), bytes('x'))
    const { pulls, store } = open()
    expect(() => pulls.start(join(own, part(3)))).toThrow(
      expect.objectContaining({ code: 'model_parts_missing', params: { count: 3, missing: part(2) } }),
    )
    writeFileSync(join(own, part(2)), 'no model')
    expect(() => pulls.start(join(own, part(3)))).toThrow(
      expect.objectContaining({ code: 'model_file_unreadable', params: { path: join(own, part(2)) } }),
    )
    writeFileSync(join(own, part(2)), bytes('x'))
    expect(pulls.start(join(own, part(3))).model).toBe('inside:big')
    expect(store.find('big')?.file).toBe(join(own, part(1)))
    expect(existsSync(join(own, part(1)))).toBe(true)
  })
})
