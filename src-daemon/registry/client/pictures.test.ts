/** Pictures of packages: fetched where the package is looked at, and shown only if they are what its author signed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Catalogue } from '../../contract/settings.ts'
import { cidOf } from '../../platform/cid.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { openMarket, type TestMarket } from '../../testing/market.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { exportTo, publisher, serveFolder, type WebSpace } from '../static/testing/web-space.ts'

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('list'),
])
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
let dir: string
let web: WebSpace
let here: TestMarket
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-pictures-'))
  const more = `  screenshots:\n    - {cid: ${cidOf(PNG)}, alt: "A list\u202E."}\n    - {cid: ${cidOf(SVG)}, alt: A drawing.}\n`
  const { bytes } = await publishedPackage({ name: 'books', more })
  const folder = join(dir, 'shelf')
  const pictures = new Map([PNG, SVG].map((one) => [sha256Hex(one), one]))
  await exportTo(folder, [{ fileName: 'books.acp.yaml', bytes, pictures }])
  web = await serveFolder(folder)
  const files = join(dir, 'files')
  mkdirSync(join(files, 'pictures'), { recursive: true })
  writeFileSync(join(files, 'books.acp.yaml'), bytes)
  writeFileSync(join(files, 'pictures', 'first.png'), PNG)
  const sources: Catalogue[] = [
    { kind: 'static', name: 'shelf', trust: 'trusted', place: web.url, did: publisher.did },
    { kind: 'folder', name: 'mine', trust: 'trusted', path: files },
  ]
  here = openMarket({
    dir: join(dir, 'home'),
    catalogues: sources,
    developmentHosts: [new URL(web.url).host],
  })
})
afterEach(async () => {
  await here.close()
  await web.close()
  rmSync(dir, { recursive: true })
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => toSatchelError(thrown).code,
  )

it('are listed by the verified file, and fetched from where it is', async () => {
  const { file, verification } = await here.market.detail({ capUri: 'books' })
  expect(verification.holds).toBe(true)
  expect(file?.screenshots).toEqual([
    { cid: cidOf(PNG), alt: 'A list.' },
    { cid: cidOf(SVG), alt: 'A drawing.' },
  ])
  const wanted = { cid: cidOf(PNG), source: 'shelf' }
  const shown = { mediaType: 'image/png', base64: PNG.toString('base64') }
  expect(await here.market.picture(wanted)).toEqual(shown)
  const asked = web.requests.length
  expect(await here.market.picture(wanted)).toEqual(shown)
  expect(web.requests).toHaveLength(asked)
})

it('of a folder are beside its files, under any name', async () => {
  expect(await here.market.picture({ cid: cidOf(PNG), source: 'mine' })).toMatchObject({
    mediaType: 'image/png',
  })
  expect(web.requests).toEqual([])
})

it('are no others, and nothing that could hold a program', async () => {
  expect(await codeOf(here.market.picture({ cid: cidOf(SVG), source: 'shelf' }))).toBe('picture_refused')
  web.lie((path) => (path.startsWith('pictures/') ? { body: Buffer.concat([PNG, PNG]) } : undefined))
  // No other place has it.
  expect(await codeOf(here.market.picture({ cid: cidOf(PNG), source: 'shelf' }))).toMatch(/^ipfs_/)
  expect(await codeOf(here.market.picture({ cid: 'nonsense', source: 'shelf' }))).toBe('cid_invalid')
})
