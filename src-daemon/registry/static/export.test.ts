/** Writing a static registry: reproducible, incremental, and never half-done. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { cidOf } from '../../platform/cid.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { HEAD, handoverBytes, listPath, readHead, readList, type Entry } from './format.ts'
import { picturesBeside } from './pictures.ts'
import { exportTo, publisher } from './testing/web-space.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-static-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})

const author = createMemorySigner(new Uint8Array(32).fill(7))
const next = createMemorySigner(new Uint8Array(32).fill(8))

const file = async (name: string, semver = '1.0.0', more: object = {}) => ({
  fileName: `${name}-${semver}.acp.yaml`,
  bytes: (await publishedPackage({ name, semver, ...more })).bytes,
})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => toSatchelError(thrown).code,
  )
/** Every file with its content and time of change. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(folder.length))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
const entriesOf = (folder: string): readonly Entry[] => {
  const { signed } = readHead(readFileSync(join(folder, HEAD), 'utf8'), folder)
  return readList(readFileSync(join(folder, listPath(signed.list.sha256)), 'utf8')).entries
}

it('gives the same bytes for the same packages, in any order', async () => {
  const files = [await file('a'), await file('b'), await file('b', '1.1.0')]
  await exportTo(join(dir, 'one'), files)
  await exportTo(join(dir, 'two'), files.toReversed())
  expect(contentOf(join(dir, 'two'))).toEqual(contentOf(join(dir, 'one')))
  expect(entriesOf(join(dir, 'one')).map(({ cap_uri: uri, versions }) => [uri, versions.length])).toEqual([
    ['did:nuwa:cap:a', 1],
    ['did:nuwa:cap:b', 2],
  ])
})

it('rewrites nothing that has not changed', async () => {
  const folder = join(dir, 'one')
  const one = await file('a')
  await exportTo(folder, [one])
  const before = contentOf(folder)
  const times = () => Object.keys(before).map((path) => statSync(join(folder, path)).mtimeMs)
  const written = times()
  const again = await exportTo(folder, [one], { time: new Date('2026-02-01T00:00:00Z') })
  expect(again).toMatchObject({ isChanged: false, packages: 1 })
  expect(contentOf(folder)).toEqual(before)
  expect(times()).toEqual(written)

  const more = await exportTo(folder, [one, await file('b')], { time: new Date('2026-02-01T00:00:00Z') })
  expect(more).toMatchObject({ isChanged: true, packages: 2, added: 1, time: '2026-02-01T00:00:00.000Z' })
  // The list before stays for readers on their way, older ones go.
  await exportTo(folder, [await file('c')], { time: new Date('2026-03-01T00:00:00Z') })
  expect(readdirSync(join(folder, 'index'))).toHaveLength(2)
  const renewed = await exportTo(folder, [], { isRenewed: true, time: new Date('2025-01-01T00:00:00Z') })
  // Later than before even if the clock was set back.
  expect(renewed).toMatchObject({ isChanged: true, time: '2026-03-01T00:00:01.000Z' })
})

it('refuses what readers would refuse, and another publisher’s folder, and leaves all as it was', async () => {
  const folder = join(dir, 'one')
  await exportTo(folder, [await file('a')])
  const before = contentOf(folder)
  const unsigned = { fileName: 'x.acp.yaml', bytes: Buffer.from('metadata: {}\n') }
  expect(await codeOf(exportTo(folder, [unsigned]))).toBe('package_rejected')
  expect(await codeOf(exportTo(folder, [await file('a', '1.0.0', { description: 'Other.' })]))).toBe(
    'registry_version_exists',
  )
  expect(await codeOf(exportTo(folder, [await file('a', '1.1.0', { signer: next })]))).toBe(
    'registry_other_author',
  )
  expect(await codeOf(exportTo(folder, [], { by: author }))).toBe('registry_list_other_signer')
  expect(await codeOf(exportTo(folder, [], { withdrawn: { versions: ['a@9.0.0'], reason: 'x' } }))).toBe(
    'registry_version_unknown',
  )
  expect(contentOf(folder)).toEqual(before)

  const other = join(dir, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'letters.txt'), 'mine')
  expect(await codeOf(exportTo(other, [await file('a')]))).toBe('file_exists')
  writeFileSync(join(folder, HEAD), readFileSync(join(folder, HEAD), 'utf8').replace('2026', '2025'))
  expect(await codeOf(exportTo(folder, [await file('b')]))).toBe('registry_list_invalid')
})

it('withdraws versions and passes names on', async () => {
  const folder = join(dir, 'one')
  await exportTo(folder, [await file('a'), await file('a', '1.1.0')])
  const withdrawn = { versions: ['a@1.1.0', 'a@1.1.0'], reason: 'It loses notes.' }
  expect(await exportTo(folder, [], { withdrawn })).toMatchObject({ withdrawn: 1 })
  expect(entriesOf(folder)[0]?.versions.map(({ semver, yanked }) => [semver, yanked])).toEqual([
    ['1.0.0', undefined],
    ['1.1.0', 'It loses notes.'],
  ])
  const said = { from: author.did, to: next.did, at: '2026-01-02T00:00:00.000Z' }
  const signature = Buffer.from(await author.sign(handoverBytes('did:nuwa:cap:a', said))).toString(
    'base64url',
  )
  const statement = { ...said, key_id: author.keyId, signature }
  const theirs = await file('a', '1.2.0', { signer: next })
  await exportTo(folder, [theirs], { handovers: [{ capUri: 'did:nuwa:cap:a', statement }] })
  expect(entriesOf(folder)[0]).toMatchObject({ handovers: [{ to: next.did }] })
  expect(await codeOf(exportTo(folder, [await file('a', '1.3.0')]))).toBe('registry_other_author')
})

it('leaves the old registry or the new one when it is cut off anywhere', async () => {
  const folder = join(dir, 'one')
  await exportTo(folder, [await file('a')])
  const old = contentOf(folder)
  const added = await file('b')
  // Cut off at the last step before the head: everything else is written.
  const cut = exportTo(folder, [added], { sign: () => Promise.reject(new Error('killed')) })
  await expect(cut).rejects.toThrow('killed')
  expect(contentOf(folder)).toMatchObject(old)
  expect(entriesOf(folder)).toHaveLength(1)
  writeFileSync(join(folder, '.019aaaaa.tmp'), 'half a head')
  cpSync(folder, join(dir, 'two'), { recursive: true })
  await exportTo(folder, [added])
  expect(entriesOf(folder)).toHaveLength(2)
  expect(readdirSync(folder).toSorted()).toEqual(['files', 'index', HEAD])
  expect(readHead(readFileSync(join(folder, HEAD), 'utf8'), folder).signed.did).toBe(publisher.did)
})

it('brings the pictures that a package names, and says which are missing', async () => {
  const picture = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from('x'),
  ])
  const more = `  screenshots:\n    - {cid: ${cidOf(picture)}, alt: A list.}\n`
  const one = await file('a', '1.0.0', { more })
  const folder = join(dir, 'out')
  expect(await exportTo(folder, [one])).toMatchObject({ added: 1, without: ['a-1.0.0.acp.yaml'] })
  const beside = join(dir, 'a')
  mkdirSync(join(beside, 'pictures'), { recursive: true })
  writeFileSync(join(beside, 'pictures', 'list.png'), picture)
  writeFileSync(join(beside, 'pictures', 'huge.png'), Buffer.alloc(1024 * 1024 + 1))
  const pictures = await picturesBeside(beside)
  expect([...pictures.keys()]).toEqual([sha256Hex(picture)])
  expect(await exportTo(folder, [{ ...one, pictures }])).toMatchObject({ isChanged: false, without: [] })
  expect(readFileSync(join(folder, 'pictures', sha256Hex(picture)))).toEqual(picture)
  // Once there, it needn't be given again.
  expect(await exportTo(folder, [one])).toMatchObject({ without: [] })
})
