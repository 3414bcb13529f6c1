import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StateService } from '../state/types.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { testAuthorizations, testIdentity, testKeyOf } from '../testing/owner.ts'
import { CATALOGUE_AUTHOR } from './catalogue-author.ts'
import { createPackages, verifyPackageFile, type PackagesDeps } from './index.ts'
import { nothingAround, otherAuthor, packageText, signed } from './testing.ts'
import type { PackagesService } from './types.ts'
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

describe('the built-in catalogue', () => {
  it('offers Note, Tasks and Units, signed by its pinned author, without a warning', () => {
    const entries = start().catalogue()
    expect(entries.map(({ id }) => id)).toEqual(['note', 'tasks', 'units'])
    for (const { review, examples, installed } of entries) {
      expect(review.author).toMatchObject({ did: CATALOGUE_AUTHOR, trust: 'built_in' })
      expect(review.warnings).toEqual([])
      expect(examples.length).toBeGreaterThanOrEqual(2)
      expect(installed).toBe(false)
    }
  })

  it('keeps the trigger, the schema and the tools of the published note', () => {
    const published = verifyPackageFile(
      readFileSync(new URL('testdata/note.signed.acp.yaml', import.meta.url)),
      'x',
    ).package
    const ours = verifyPackageFile(readFileSync(join(catalogueDir, 'note.acp.yaml')), 'x').package
    expect(ours?.triggers).toContainEqual(published?.triggers[0])
    expect(ours?.schema).toEqual(published?.schema)
    expect(ours?.tools.map(({ name }) => name)).toEqual([
      'state.create',
      'state.update',
      'state.query',
      'state.delete',
    ])
  })

  it('names no server and no maker of models, as neither would be there', async () => {
    const packages = start()
    for (const id of ['note', 'tasks', 'units']) {
      const { hosts, tools } = await packages.review({ kind: 'catalogue', id })
      expect(hosts).toEqual([])
      expect(tools.every(({ available }) => available)).toBe(true)
      const { package: acp } = verifyPackageFile(readFileSync(join(catalogueDir, `${id}.acp.yaml`)), id)
      expect(acp?.llmRequirements.modelFamily).toEqual([])
    }
  })

  it.each(['note', 'tasks'])('installs %s, usable at once', async (id) => {
    const packages = start()
    const source = { kind: 'catalogue', id } as const
    const { sha256 } = await packages.review(source)
    const installed = await packages.install({ source, sha256, acceptWarnings: false, via: 'renderer' })
    expect(installed).toMatchObject({ name: id, version: '1.0.0', status: 'ready', sha256 })
    expect(packages.catalogue().find((one) => one.id === id)?.installed).toBe(true)
    const acp = packages.get(id)
    if (acp === null) throw new Error('not installed')
    const access = state.ownerAccess(acp.schemaUri, 'internal')
    const object =
      id === 'note'
        ? { title: 'Milk', body: 'buy milk' }
        : { title: 'Buy milk', status: 'open', due: '2026-01-03' }
    expect(state.create(access, { schemaUri: acp.schemaUri, object }).object.object).toMatchObject(object)
  })

  it('says which tools of a note with servers cannot be used, and why', async () => {
    const bytes = readFileSync(new URL('testdata/note-with-servers.acp.yaml', import.meta.url))
    const source = { kind: 'file', fileName: 'note.acp.yaml', bytesBase64: bytes.toString('base64') } as const
    const { tools, hosts, permissions } = await start().review(source)
    expect(tools.filter(({ available }) => available).map(({ name }) => name)).toEqual([
      'state.create',
      'state.update',
      'state.query',
      'state.delete',
    ])
    expect(tools.find(({ name }) => name === 'fetch_web_content')?.reason).toContain(
      'did:nuwa:mcp:webscraper:version1',
    )
    expect(hosts).toEqual(['did:nuwa:mcp:webscraper:version1', 'did:nuwa:mcp:visiondescribers:stable'])
    expect(permissions.map(({ risk }) => risk)).toEqual([
      'medium',
      'medium',
      'medium',
      'medium',
      'low',
      'low',
    ])
    const connected = await start({ isServerConnected: () => true }).review(source)
    expect(connected.tools.every(({ available }) => available)).toBe(true)
  })

  it('does not offer a file that was tampered with, and refuses to install it', async () => {
    const directory = join(dataDir, 'catalogue')
    const bytes = Buffer.from(await signed(packageText()))
    mkdirSync(directory)
    writeFileSync(join(directory, 'diary.acp.yaml'), bytes.toString().replace('Keeps', 'Steals'))
    const packages = start({ catalogueDir: directory })
    expect(packages.catalogue()).toEqual([])
    await expect(packages.review({ kind: 'catalogue', id: 'diary' })).rejects.toMatchObject({
      code: 'package_rejected',
    })
    await expect(packages.review({ kind: 'catalogue', id: 'other' })).rejects.toMatchObject({
      code: 'catalogue_entry_unknown',
    })
  })
})
