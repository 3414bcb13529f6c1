import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../platform/sha256.ts'
import { createPackages, type PackagesDeps } from '../packages/index.ts'
import { nothingAround } from '../packages/testing.ts'
import type { PackagesService } from '../packages/types.ts'
import type { InstalledPackage, PackageSource } from '../contract/packages.ts'
import type { StateService } from '../state/types.ts'
import type { Authorizations, Signer } from '../identity/types.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { testAuthorizations, testIdentity, testKeyOf } from './owner.ts'
import { plainState } from '../state/testing.ts'

/** Packages in a separate folder and database, with an owner who really signs. */
export interface TestPackages {
  readonly packagesDir: string
  readonly db: Database
  readonly state: StateService
  readonly authorizations: Authorizations
  /** The service, as a start of the daemon makes it; the clock ticks a second with each look. */
  start(more?: Partial<PackagesDeps>): PackagesService
  count(table: string): unknown
  close(): void
}

export const openTestPackages = (owner?: Signer): TestPackages => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-packages-'))
  const packagesDir = join(dataDir, 'packages')
  const db = openDatabase({ path: join(dataDir, 'state.db') })
  const identity = testIdentity(owner)
  const state = plainState({ db, ownerDid: () => identity.ownerDid })
  const authorizations = testAuthorizations(db, identity)
  let seconds = Date.parse('2026-01-02T03:04:05.000Z')
  return {
    packagesDir,
    db,
    state,
    authorizations,
    start: (more = {}) =>
      createPackages({
        ...nothingAround,
        db,
        packagesDir,
        catalogueDir: join(dataDir, 'catalogue'),
        state,
        identity,
        keyOf: testKeyOf,
        authorizations,
        now: () => new Date((seconds += 1000)),
        language: () => 'en',
        ...more,
      }),
    count: (table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    close: () => {
      db.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export const sourceOf = (bytes: Uint8Array): Extract<PackageSource, { kind: 'file' }> => ({
  kind: 'file',
  fileName: 'test.acp.yaml',
  bytesBase64: Buffer.from(bytes).toString('base64'),
})

/** Installs a file like a user who read the review and agreed. */
export const installFile = (
  packages: PackagesService,
  bytes: Uint8Array,
  more: Partial<Parameters<PackagesService['install']>[0]> = {},
): Promise<InstalledPackage> =>
  packages.install({
    source: sourceOf(bytes),
    sha256: sha256Hex(bytes),
    acceptWarnings: false,
    via: 'cli',
    ...more,
  })
