import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { decryptStream, encryptStream } from '../../identity/index.ts'
import { rejectionOf } from '../../state/testing.ts'
import { databaseKind, storeFiles } from '../../storage/index.ts'
import { replaceWithIncoming } from '../base/replacement.ts'
import { dataFolder, PACKAGE, SECRET, type DataFolder } from '../testing/data-folder.ts'
import { exportAssistant } from './export.ts'
import { IMPORTED, inspectExport, prepareImport } from './import.ts'
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts'

const [KEY, OTHER] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const PASSPHRASE = 'lantern copper meadow'
const AT = '2026-11-26T10:00:00.000Z'

const folders: DataFolder[] = []
const newFolder = async (key: string | null): Promise<DataFolder> => {
  const folder = await dataFolder(key)
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})
const exported = async (folder: DataFolder, key: string | null): Promise<string> => {
  const target = join(folder.dataDir, 'whole.age')
  await exportAssistant({ ...folder, key, target, passphrase: PASSPHRASE, keys: null, at: AT, workFactor: 4 })
  return target
}
const input = (file: string, folder: DataFolder, key: string | null) => ({
  ...folder,
  file,
  key,
  passphrase: PASSPHRASE,
})

/** Without what says where the data lives. */
const filesOf = ({ dataDir }: DataFolder): readonly string[] =>
  readdirSync(dataDir)
    .filter((name) => !name.includes('.place-'))
    .toSorted()

it.each([
  ['encrypted', KEY, 'encrypted', OTHER],
  ['encrypted', KEY, 'plain', null],
  ['plain', null, 'encrypted', OTHER],
  ['plain', null, 'plain', null],
] as const)(
  'goes from %s data to %s data, whole, and each keeps its own key',
  async (_from, key, kind, other) => {
    const [from, to] = [await newFolder(key), await newFolder(other)]
    await from.write('second')
    const tool = join(from.dataDir, 'bundles', 'b'.repeat(64), 'bin', `${'long-'.repeat(30)}naïve`)
    mkdirSync(join(tool, '..'), { recursive: true })
    writeFileSync(tool, '#!/bin/sh')
    chmodSync(tool, 0o500)
    const file = await exported(from, key)
    expect(readFileSync(file).includes(SECRET)).toBe(false)
    expect(readdirSync(from.dataDir).filter((name) => name.startsWith('whole.age'))).toEqual(['whole.age'])

    expect(await inspectExport(input(file, to, other))).toMatchObject({
      createdAt: AT,
      withKeys: false,
      holds: { objects: 2 },
      present: { objects: 1 },
    })
    await prepareImport(input(file, to, other))
    expect(await to.titles()).toEqual(['first'])
    replaceWithIncoming(to.dataDir, IMPORTED, new Date(AT), storeFiles)
    expect(await to.titles()).toEqual(['first', 'second'])
    expect(databaseKind(to.database)).toBe(kind)
    expect(to.read(PACKAGE)).toBe('name: a package')
    expect(JSON.parse(to.read('config.json'))).toEqual({ model: 'planner' })
    const arrived = tool.replace(from.dataDir, to.dataDir)
    expect(statSync(arrived).mode & 0o777).toBe(0o500)
    expect(readdirSync(to.dataDir).filter((name) => name.includes('.kept-')).length).toBe(3)
  },
)

it('is refused with another passphrase, cut off at any length, or changed anywhere, and nothing is left of it', async () => {
  const [from, to] = [await newFolder(KEY), await newFolder(OTHER)]
  const file = await exported(from, KEY)
  const whole = readFileSync(file)
  const refused = async (passphrase = PASSPHRASE): Promise<string> => {
    const { code } = await rejectionOf(prepareImport({ ...input(file, to, OTHER), passphrase }))
    expect(existsSync(join(to.dataDir, 'incoming'))).toBe(false)
    return code
  }
  expect(await refused('another one altogether')).toBe('wrong_passphrase')
  for (const bytes of [0, 100, 300, 70_000, whole.length - 70_000, whole.length - 1]) {
    writeFileSync(file, whole)
    truncateSync(file, bytes)
    expect(await refused(), `${String(bytes)} bytes`).toBe('export_invalid')
  }
  for (const at of [250, 500, Math.floor(whole.length / 2), whole.length - 10]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(file, changed)
    expect(['export_invalid', 'wrong_passphrase'], `byte ${String(at)}`).toContain(await refused())
  }
  writeFileSync(file, Buffer.concat([whole, whole]))
  expect(await refused()).toBe('export_invalid')
  expect(await to.titles()).toEqual(['first'])
})

/** What is in an export, changed by someone who knows the passphrase. */
const forged = async (
  file: string,
  change: (manifest: { version: number; files: { path: string }[] }) => void,
  paths: (path: string) => string = (path) => path,
): Promise<void> => {
  const bytes = new Blob([readFileSync(file)]).stream()
  const pieces: Uint8Array[] = []
  for await (const entry of readTar(await decryptStream(bytes, PASSPHRASE))) {
    const content: Uint8Array[] = []
    for await (const piece of entry.content()) content.push(Uint8Array.from(piece))
    let all: Uint8Array = Buffer.concat(content)
    if (entry.path === 'satchel.json') {
      const manifest = JSON.parse(Buffer.from(all).toString('utf8')) as Parameters<typeof change>[0]
      change(manifest)
      all = Buffer.from(JSON.stringify(manifest))
    }
    pieces.push(
      tarHeader({ ...entry, path: paths(entry.path), bytes: all.length }),
      all,
      tarPadding(all.length),
    )
  }
  const plain = new Blob([
    ...pieces.map((piece) => Uint8Array.from(piece)),
    Uint8Array.from(tarEnd()),
  ]).stream()
  const out: Uint8Array[] = []
  for await (const piece of await encryptStream(plain, PASSPHRASE, 4)) out.push(piece)
  writeFileSync(file, Buffer.concat(out))
}

it.each([
  [
    'a later version',
    'export_newer',
    (manifest: { version: number }) => {
      manifest.version = 2
    },
  ],
  [
    'a file less than it holds',
    'export_invalid',
    (manifest: { files: unknown[] }) => {
      manifest.files.pop()
    },
  ],
  [
    'a file more than it holds',
    'export_invalid',
    (manifest: { files: unknown[] }) => {
      manifest.files.push({ path: 'packages/x', sha256: 'a'.repeat(64), bytes: 0, executable: false })
    },
  ],
  [
    'another hash',
    'export_invalid',
    (manifest: { files: object[] }) => {
      Object.assign(manifest.files[1] ?? {}, { sha256: 'a'.repeat(64) })
    },
  ],
  [
    'another key',
    'export_invalid',
    (manifest: object) => {
      Object.assign(manifest, { databaseKey: 'ab'.repeat(32) })
    },
  ],
] as const)('is refused when it says %s: %s', async (_what, code, change) => {
  const [from, to] = [await newFolder(KEY), await newFolder(OTHER)]
  const file = await exported(from, KEY)
  await forged(file, change)
  expect((await rejectionOf(prepareImport(input(file, to, OTHER)))).code).toBe(code)
  expect(existsSync(join(to.dataDir, 'incoming'))).toBe(false)
  expect(await to.titles()).toEqual(['first'])
})

it.each([
  '../outside',
  'packages/../../outside',
  '/etc/outside',
  'vault.age',
  'encryption.json',
  'run/daemon.json',
  'packages//x',
])('writes to no place it does not know: %s', async (path) => {
  const [from, to] = [await newFolder(KEY), await newFolder(OTHER)]
  const file = await exported(from, KEY)
  const rename = (one: string): string => (one === PACKAGE ? path : one)
  await forged(
    file,
    ({ files }) => {
      for (const one of files) one.path = rename(one.path)
    },
    rename,
  )
  expect((await rejectionOf(prepareImport(input(file, to, OTHER)))).code).toBe('export_invalid')
  expect(filesOf(to)).toEqual(['config.json', 'packages', 'state.db'])
})

it.each([
  ['a name that is too long', `packages/${'x'.repeat(300)}`, 'name: a package'],
  ['a file below a file', 'config.json', '{}'],
  ['settings that are no JSON', 'config.json', '{{{'],
  ['settings that are no object', 'config.json', '[1]'],
])('is refused when it holds %s', async (what, path, content) => {
  const [from, to] = [await newFolder(KEY), await newFolder(OTHER)]
  if (path === 'config.json') writeFileSync(join(from.dataDir, path), content)
  const below = `${PACKAGE}/below`
  if (what.includes('below')) {
    const file = join(from.dataDir, 'packages', 'zzz')
    writeFileSync(file, 'name: another', { mode: 0o400 })
  }
  const file = await exported(from, KEY)
  const rename = (one: string): string => {
    if (what.includes('below')) return one === 'packages/zzz' ? below : one
    return one === PACKAGE ? path : one
  }
  if (path !== 'config.json' || what.includes('below'))
    await forged(
      file,
      ({ files }) => {
        for (const one of files) one.path = rename(one.path)
      },
      rename,
    )
  expect((await rejectionOf(prepareImport(input(file, to, OTHER)))).code).toBe('export_invalid')
  expect(filesOf(to)).toEqual(['config.json', 'packages', 'state.db'])
})
