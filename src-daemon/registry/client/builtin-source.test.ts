/** What comes with Satchel, as one of the sources: checked like any other, always at hand, and not to be lost. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { copyFileSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Catalogue } from '../../contract/settings.ts'
import { CATALOGUE_AUTHOR } from '../../packages/index.ts'
import { catalogueDir } from '../../platform/app.ts'
import { ask, openMarket, type TestMarket } from '../../testing/market.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { createBuiltinSource } from './builtin-source.ts'

const BUILT_IN: Catalogue = { kind: 'builtin', name: 'builtin', trust: 'trusted' }
let dir: string
let here: TestMarket
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-builtin-'))
  here = openMarket({ dir, catalogues: [BUILT_IN] })
})
afterEach(async () => {
  await here.close()
  rmSync(dir, { recursive: true })
})

it('says who publishes it and how much it has, and is checked step by step without a request', async () => {
  const { market } = here
  const asked: unknown[] = []
  const note = (request: unknown): void => {
    asked.push(request)
  }
  subscribe('undici:request:create', note)
  expect(market.sources()).toMatchObject([
    { catalogue: BUILT_IN, about: { publisher: CATALOGUE_AUTHOR, packages: 3, time: null } },
  ])
  const { verification, card } = await market.detail({ capUri: 'note' })
  expect(card.author.did).toBe(CATALOGUE_AUTHOR)
  expect(verification.steps.map(({ step, check }) => [step, check])).toEqual([
    ['event', 'held'],
    ['cid', 'not_checked'],
    ['sha256', 'held'],
    ['signature', 'held'],
    ['author', 'held'],
  ])
  expect(verification.steps[0]).toMatchObject({
    value: CATALOGUE_AUTHOR,
    why: expect.stringContaining('comes with Satchel') as string,
  })
  expect((await market.review({ kind: 'capability', capUri: 'note' })).cautions).toEqual([])
  unsubscribe('undici:request:create', note)
  expect(asked).toEqual([])
})

it('is switched off rather than removed, unless there is another one', async () => {
  const { market } = here
  expect(() => {
    market.removeSource('builtin')
  }).toThrow('registry_source_builtin')
  market.setSource({ name: 'builtin', trust: 'off' })
  expect((await market.search(ask(''))).cards).toEqual([])
  expect(market.sources()).toMatchObject([{ state: { status: 'off' }, about: { packages: 3 } }])
  await market.addSource({ ...BUILT_IN, name: 'again' })
  market.removeSource('builtin')
  expect(market.sources().map(({ catalogue }) => catalogue.name)).toEqual(['again'])
})

it('lists nothing of another author', async () => {
  const folder = join(dir, 'shipped')
  mkdirSync(folder)
  for (const name of ['note', 'units'])
    copyFileSync(join(catalogueDir, `${name}.acp.yaml`), join(folder, `${name}.acp.yaml`))
  writeFileSync(join(folder, 'one.acp.yaml'), (await publishedPackage({ name: 'one' })).bytes)
  const shipped = createBuiltinSource(BUILT_IN, folder)
  const options = { signal: new AbortController().signal }
  const page = await shipped.search({ query: '', filters: {}, cursor: null }, options)
  expect(page.listings.map(({ name }) => name).toSorted()).toEqual(['note', 'units'])
  expect(page.dropped).toBe(1)
  expect(await shipped.resolve({ capUri: 'did:nuwa:cap:one', version: null }, options)).toBeNull()
  expect(await shipped.versions('did:nuwa:cap:one', options)).toEqual([])
  expect(shipped.about?.().packages).toBe(2)
})
