import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../platform/sha256.ts'
import { installFile, openTestPackages, type TestPackages } from '../testing/packages.ts'
import { otherAuthor, packageText, signed } from './testing.ts'
import type { PackagesService } from './types.ts'

const CAP = 'did:nuwa:cap:diary'
const TABLES = [
  'package_files',
  'package_installs',
  'package_grants',
  'package_authors',
  'package_author_keys',
]

let home: TestPackages
let packages: PackagesService
let first: Uint8Array
let second: Uint8Array
beforeEach(async () => {
  home = openTestPackages(otherAuthor)
  packages = home.start()
  first = await signed(packageText())
  const meta = '  permissions:\n    require: ["state.create", "state.query"]\n'
  const moreTools =
    '  - type: function\n    function:\n      name: state.query\n      description: Find.\n      parameters: {type: object, properties: {query: {type: object}}}\n'
  second = await signed(packageText({ meta, moreTools }).replace('@1.0.0', '@1.1.0'))
})
afterEach(() => {
  home.close()
})

/** Everything that tells one moment from another, but for the authorizations, whose ids are always new. */
const snapshot = (): unknown => ({
  tables: [...TABLES, 'state_schemas', 'state_logs', 'changes'].map((table) =>
    home.db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all(),
  ),
  files: filesIn(home.packagesDir),
  installed: packages.installed(),
  actions: actionsOf('diary'),
})
const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}
const actionsOf = (name: string): readonly string[] | null =>
  home.authorizations.current(`did:nuwa:cap:${name}`)?.actions ?? null

/** Makes the database refuse to write a table, as a full disk would, in the middle of a transaction. */
const refuse = (table: string): void => {
  for (const verb of ['INSERT', 'UPDATE', 'DELETE'])
    home.db.exec(
      `CREATE TEMP TRIGGER no_${verb} BEFORE ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
}
const allow = (): void => {
  for (const verb of ['INSERT', 'UPDATE', 'DELETE']) home.db.exec(`DROP TRIGGER IF EXISTS temp.no_${verb}`)
}

describe('a failure leaves no trace', () => {
  it.each(TABLES)('of a first install, when %s cannot be written', async (table) => {
    const before = snapshot()
    refuse(table)
    await expect(installFile(packages, first)).rejects.toThrow('full')
    allow()
    expect(snapshot()).toEqual(before)
    await installFile(packages, first)
    expect([packages.get('diary')?.version, actionsOf('diary')]).toEqual(['1.0.0', ['state.create']])
  })

  it.each(TABLES.filter((table) => table !== 'package_authors'))(
    'of an update, when %s cannot be written: the old version stays, with what it was granted',
    async (table) => {
      await installFile(packages, first)
      const before = snapshot()
      refuse(table)
      await expect(installFile(packages, second)).rejects.toThrow('full')
      allow()
      expect(snapshot()).toEqual(before)
      expect(packages.get('diary')?.version).toBe('1.0.0')
      await installFile(packages, second)
      expect(actionsOf('diary')).toEqual(['state.create', 'state.query'])
    },
  )

  it.each(['package_installs', 'package_grants'])(
    'of a rollback, when %s cannot be written',
    async (table) => {
      await installFile(packages, first)
      await installFile(packages, second)
      const before = snapshot()
      refuse(table)
      await expect(packages.rollback({ name: 'diary', via: 'cli' })).rejects.toThrow('full')
      allow()
      expect(snapshot()).toEqual(before)
    },
  )

  it('of switching off or removing', async () => {
    await installFile(packages, first)
    const before = snapshot()
    refuse('package_installs')
    await expect(packages.setEnabled({ name: 'diary', enabled: false })).rejects.toThrow('full')
    expect(() => {
      packages.remove('diary', { purge: true })
    }).toThrow('full')
    allow()
    expect(snapshot()).toEqual(before)
  })

  it('of switching on', async () => {
    await installFile(packages, first)
    await packages.setEnabled({ name: 'diary', enabled: false })
    const before = snapshot()
    refuse('package_installs')
    await expect(packages.setEnabled({ name: 'diary', enabled: true })).rejects.toThrow('full')
    allow()
    expect(snapshot()).toEqual(before)
    expect(actionsOf('diary')).toBeNull()
  })

  it('of an install without a signature', async () => {
    await installFile(packages, first)
    const before = snapshot()
    const locked = home.start({
      authorizations: { ...home.authorizations, issue: () => Promise.reject(new Error('locked')) },
    })
    await expect(installFile(locked, second)).rejects.toThrow('locked')
    expect(snapshot()).toEqual(before)
  })

  it('of an install whose file cannot be stored', async () => {
    writeFileSync(home.packagesDir, 'in the way')
    const before = snapshot()
    await expect(installFile(packages, first)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(snapshot()).toEqual(before)
    rmSync(home.packagesDir)
  })

  it('of an update whose schema state refuses at the last moment', async () => {
    await installFile(packages, first)
    const before = snapshot()
    const registerSchema = (): never => {
      throw new Error('full')
    }
    const failing = home.start({ state: { ...home.state, registerSchema } })
    await expect(installFile(failing, second)).rejects.toThrow('full')
    expect(snapshot()).toEqual(before)
  })

  it('when the old authorization had been taken back: it is not given again by what failed', async () => {
    await installFile(packages, first)
    home.authorizations.revoke(home.authorizations.current(CAP)?.id ?? '')
    refuse('package_grants')
    await expect(installFile(packages, second)).rejects.toThrow('full')
    allow()
    expect(actionsOf('diary')).toBeNull()
  })
})

/** Installs a file in a process of its own, which is killed in the middle of it. */
const killedInstall = async (
  bytes: Uint8Array,
  moment: 'before the first row' | 'after some rows',
): Promise<void> => {
  const here = (file: string): string => JSON.stringify(join(import.meta.dirname, file))
  const script = `
    import { openDatabase } from ${here('../storage/index.ts')}
    import { plainState } from ${here('../state/testing.ts')}
    import { createPackages } from ${here('index.ts')}
    import { testAuthorizations, testIdentity, testKeyOf } from ${here('../testing/owner.ts')}
    import { installFile } from ${here('../testing/packages.ts')}
    import { nothingAround, otherAuthor } from ${here('testing.ts')}
    const db = openDatabase({ path: ${JSON.stringify(home.db.name)} })
    const identity = testIdentity(otherAuthor)
    const state = plainState({ db, ownerDid: () => identity.ownerDid })
    const die = () => process.kill(process.pid, 'SIGKILL')
    const registerSchema = (input) => {
      if (${String(moment === 'after some rows')}) state.registerSchema(input)
      die()
    }
    const packages = createPackages({
      ...nothingAround,
      db, packagesDir: ${JSON.stringify(home.packagesDir)}, catalogueDir: '/nonexistent', state: { ...state, registerSchema }, identity,
      keyOf: testKeyOf, authorizations: testAuthorizations(db, identity), now: () => new Date(), language: () => 'en',
    })
    await installFile(packages, Buffer.from(${JSON.stringify(Buffer.from(bytes).toString('base64'))}, 'base64'))
  `
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  expect(signal).toBe('SIGKILL')
}

describe.each(['before the first row', 'after some rows'] as const)(
  'a process that is killed %s',
  (moment) => {
    it('leaves a first install undone after the next start', { timeout: 60_000 }, async () => {
      mkdirSync(home.packagesDir, { recursive: true })
      const before = snapshot()
      await killedInstall(first, moment)
      expect(filesIn(home.packagesDir)).toEqual([`${sha256Hex(first)}.acp.yaml`])
      packages = home.start()
      packages.verifyStore()
      await packages.renewAuthorizations()
      expect(snapshot()).toEqual(before)
      await installFile(packages, first)
      expect(packages.get('diary')?.version).toBe('1.0.0')
    })

    it('leaves an update undone and the old version unchanged', { timeout: 60_000 }, async () => {
      await installFile(packages, first)
      const before = snapshot()
      await killedInstall(second, moment)
      expect(actionsOf('diary')).toEqual(['state.create', 'state.query'])
      packages = home.start()
      packages.verifyStore()
      await packages.renewAuthorizations()
      expect(snapshot()).toEqual(before)
    })
  },
)
