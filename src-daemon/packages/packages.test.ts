import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../platform/sha256.ts'
import type { StateService } from '../state/types.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { testAuthorizations, testIdentity, testKeyOf } from '../testing/owner.ts'
import { createPackages, type PackagesDeps } from './index.ts'
import { httpTool, nothingAround, otherAuthor, packageText, signed, testAuthor } from './testing.ts'
import type { PackagesService } from './types.ts'
import type { PackageSource } from '../contract/packages.ts'
import { plainState } from '../state/testing.ts'

const catalogueDir = fileURLToPath(new URL('../../resources/catalogue', import.meta.url))
let dataDir = ''
let packagesDir = ''
let db: Database
let state: StateService
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satchel-packages-'))
  packagesDir = join(dataDir, 'packages')
  db = openDatabase({ path: join(dataDir, 'state.db') })
  state = plainState({ db, ownerDid: () => otherAuthor.did })
})
afterEach(() => {
  db.close()
  rmSync(dataDir, { recursive: true })
})

const identity = testIdentity(otherAuthor)
const now = () => new Date('2026-01-02T03:04:05.000Z')
const start = (more: Partial<PackagesDeps> = {}): PackagesService =>
  createPackages({
    ...nothingAround,
    db,
    packagesDir,
    catalogueDir,
    state,
    identity,
    keyOf: testKeyOf,
    authorizations: testAuthorizations(db, identity, now),
    now,
    language: () => 'en',
    ...more,
  })
const fileOf = (bytes: Uint8Array): PackageSource => ({
  kind: 'file',
  fileName: 'diary.acp.yaml',
  bytesBase64: Buffer.from(bytes).toString('base64'),
})
const install = (packages: PackagesService, bytes: Uint8Array, more: object = {}) =>
  packages.install({
    source: fileOf(bytes),
    sha256: sha256Hex(bytes),
    acceptWarnings: false,
    via: 'cli',
    ...more,
  })
const version = (text: string): string => packageText().replace('@1.0.0', `@${text}`)
const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

describe('installing', () => {
  it('stores the file under its hash, read-only, with the consent, and tells who listens', async () => {
    const packages = start()
    let told = 0
    packages.onChange(() => told++)
    const bytes = await signed(packageText())
    await install(packages, bytes)
    const path = join(packagesDir, `${sha256Hex(bytes)}.acp.yaml`)
    expect(readFileSync(path)).toEqual(Buffer.from(bytes))
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o222).toBe(0)
    expect(db.prepare('SELECT name, sha256, via, warnings_accepted FROM package_grants').all()).toEqual([
      { name: 'diary', sha256: sha256Hex(bytes), via: 'cli', warnings_accepted: 0 },
    ])
    expect(told).toBe(1)
    expect(start().get('diary')).toEqual(packages.get('diary'))
    expect(start().installed()).toHaveLength(1)
  })

  it.each([
    ['unsigned', packageText()],
    ['tampered', null],
  ])('leaves no trace of an %s package', async (_what, text) => {
    const packages = start()
    const bytes =
      text === null
        ? Buffer.from(await signed(packageText()))
            .toString()
            .replace('Diary', 'Dairy')
        : text
    await expect(install(packages, Buffer.from(bytes))).rejects.toMatchObject({
      code: 'package_rejected',
      details: {
        problems: [expect.objectContaining({ code: text === null ? 'bad_signature' : 'unsigned' })],
      },
    })
    expect(packages.installed()).toEqual([])
    expect(existsSync(packagesDir)).toBe(false)
    expect([count('package_files'), count('package_installs'), count('package_grants')]).toEqual([0, 0, 0])
  })

  it('leaves no trace when state refuses the schema at the last moment', async () => {
    const refusing = {
      ...state,
      checkSchema: () => undefined,
      registerSchema: () => {
        throw new Error('disk full')
      },
    }
    const packages = start({ state: refusing })
    await expect(install(packages, await signed(packageText()))).rejects.toThrow('disk full')
    expect(readdirSync(packagesDir)).toEqual([])
    expect([count('package_files'), count('package_installs'), count('package_grants')]).toEqual([0, 0, 0])
  })

  it('reports what state says against a schema as a problem of the file', async () => {
    const text = packageText().replace(
      '"text": {"type": "string"}',
      '"text": {"type": "string", "x-crdt": "magic"}',
    )
    await expect(start().review(fileOf(await signed(text)))).rejects.toMatchObject({
      code: 'package_rejected',
      details: {
        problems: [
          expect.objectContaining({ code: 'schema_refused', path: 'schema.properties.text.x-crdt' }),
        ],
      },
    })
  })

  it('is bound to what was reviewed', async () => {
    const packages = start()
    const bytes = await signed(packageText())
    const other = await signed(version('1.0.1'))
    await expect(install(packages, bytes, { sha256: sha256Hex(other) })).rejects.toMatchObject({
      code: 'package_changed',
    })
    expect(packages.installed()).toEqual([])
  })

  it('wants warnings accepted', async () => {
    const packages = start()
    const bytes = await signed(packageText({ moreTools: httpTool('').moreTools }))
    await expect(install(packages, bytes)).rejects.toMatchObject({ code: 'warnings_not_accepted' })
    const { review } = await install(packages, bytes, { acceptWarnings: true })
    expect(review.warnings).toMatchObject([{ code: 'tool_without_binding' }])
    expect(review.tools.find(({ name }) => name === 'look_up')).toMatchObject({
      kind: 'unbound',
      available: false,
    })
  })

  it('knows an author after the first consent, and the owner always', async () => {
    const packages = start()
    const bytes = await signed(packageText())
    expect((await packages.review(fileOf(bytes))).author.trust).toBe('new')
    await install(packages, bytes)
    expect((await packages.review(fileOf(bytes))).author.trust).toBe('known')
    const own = await signed(packageText().replaceAll('diary', 'journal'), otherAuthor)
    expect((await packages.review(fileOf(own))).author.trust).toBe('own')
  })

  it('shows every host, the riskiest permission first', async () => {
    const tool = httpTool('{type: http_post, url: "https://API.example.org/x"}')
    const review = await start().review(fileOf(await signed(packageText(tool))))
    expect(review.hosts).toEqual(['api.example.org'])
    expect(review.permissions).toMatchObject([
      { key: 'network.send', risk: 'high', text: expect.stringContaining('api.example.org') as unknown },
      { key: 'state.create', risk: 'low' },
    ])
  })
})

describe('another version', () => {
  it('replaces the one before and keeps its file for going back', async () => {
    const packages = start()
    const [one, two, three] = [
      await signed(version('1.0.0')),
      await signed(version('1.1.0')),
      await signed(version('1.2.0')),
    ]
    await install(packages, one)
    expect((await packages.review(fileOf(two))).installedVersion).toBe('1.0.0')
    await install(packages, two)
    expect(packages.installed().map((each) => each.version)).toEqual(['1.1.0'])
    expect(readdirSync(packagesDir)).toHaveLength(2)
    await install(packages, three)
    expect(readdirSync(packagesDir).toSorted()).toEqual(
      [two, three].map((bytes) => `${sha256Hex(bytes)}.acp.yaml`).toSorted(),
    )
  })

  it('that is older is installed only when that is confirmed', async () => {
    const packages = start()
    await install(packages, await signed(version('2.0.0')))
    const older = await signed(version('2.0.0-rc.1'))
    await expect(install(packages, older)).rejects.toMatchObject({ code: 'downgrade_not_confirmed' })
    await install(packages, older, { acceptDowngrade: true })
    expect(packages.get('diary')?.version).toBe('2.0.0-rc.1')
  })

  it('by another author is refused, also after the capability was removed, until its state is given up', async () => {
    // To the owner, theirs would be a file of their own.
    const packages = start({ identity: testIdentity(testAuthor) })
    await install(packages, await signed(packageText()))
    const theirs = await signed(version('9.0.0'), otherAuthor)
    await expect(packages.review(fileOf(theirs))).rejects.toMatchObject({ code: 'author_changed' })
    await expect(install(packages, theirs)).rejects.toMatchObject({ code: 'author_changed' })
    packages.remove('diary')
    await expect(install(packages, theirs)).rejects.toMatchObject({ code: 'author_changed' })
    await install(packages, await signed(packageText()))
    packages.remove('diary', { purge: true })
    await install(packages, theirs)
  })

  it('with the number of a known version is refused, except for the owner’s own drafts', async () => {
    const packages = start()
    const published = await signed(packageText())
    const changed = await signed(packageText({ prompt: 'prompt: Another one.\n' }))
    await install(packages, published)
    await expect(packages.review(fileOf(changed))).rejects.toMatchObject({ code: 'version_exists' })
    await expect(install(packages, changed)).rejects.toMatchObject({ code: 'version_exists' })
    packages.remove('diary')
    await expect(install(packages, changed)).rejects.toMatchObject({ code: 'version_exists' })
    await install(packages, published)
    packages.remove('diary', { purge: true })
    await install(packages, await signed(packageText(), otherAuthor))
    await install(packages, await signed(packageText({ prompt: 'prompt: Another draft.\n' }), otherAuthor))
    expect(packages.get('diary')?.prompt).toBe('Another draft.')
  })

  it('stays installed when its objects cannot be removed', async () => {
    const packages = start({
      state: {
        ...state,
        purgeOwner: () => {
          throw new Error('no')
        },
      },
    })
    await install(packages, await signed(packageText()))
    expect(() => {
      packages.remove('diary', { purge: true })
    }).toThrow('no')
    expect(packages.get('diary')?.name).toBe('diary')
  })
})

describe('an installed capability', () => {
  it('is gone with its files after it was removed', async () => {
    const packages = start()
    await install(packages, await signed(version('1.0.0')))
    await install(packages, await signed(version('1.1.0')))
    packages.remove('diary')
    expect(packages.get('diary')).toBeNull()
    expect(readdirSync(packagesDir)).toEqual([])
    expect(() => {
      packages.remove('diary')
    }).toThrow(expect.objectContaining({ code: 'package_not_installed' }))
  })

  it('shows its source and where the signature stands in it', async () => {
    const packages = start()
    const bytes = await signed(packageText().replace('Keeps a diary.', '日记'))
    await install(packages, bytes)
    const { yaml, signatureRange } = packages.source('diary')
    expect(yaml).toBe(Buffer.from(bytes).toString())
    expect(yaml.slice(signatureRange.start, signatureRange.end)).toMatch(/^z[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  })

  it.each(['changed', 'deleted'])(
    'is switched off, with the reason, when its file was %s, and back on when installed again',
    async (what) => {
      const packages = start()
      const bytes = await signed(packageText())
      await install(packages, bytes)
      const path = join(packagesDir, `${sha256Hex(bytes)}.acp.yaml`)
      chmodSync(path, 0o600)
      if (what === 'deleted') rmSync(path)
      else writeFileSync(path, Buffer.from(bytes).toString().replace('Diary', 'Dairy'))
      let told = 0
      packages.onChange(() => told++)
      packages.verifyStore()
      expect(told).toBe(1)
      expect(packages.get('diary')).toBeNull()
      expect(packages.installed()).toMatchObject([
        { status: 'disabled', statusReason: expect.stringContaining('diary') as unknown },
      ])
      expect(() => packages.source('diary')).toThrow(
        expect.objectContaining({ code: 'package_file_damaged' }),
      )
      await install(packages, bytes)
      packages.verifyStore()
      expect(packages.installed()).toMatchObject([{ status: 'ready', statusReason: null }])
    },
  )

  it('is known after a restart without its file being read', async () => {
    const bytes = await signed(packageText())
    await install(start(), bytes)
    rmSync(join(packagesDir, `${sha256Hex(bytes)}.acp.yaml`))
    expect(start().get('diary')).toMatchObject({
      name: 'diary',
      prompt: expect.stringContaining('state.create') as unknown,
    })
  })
})
