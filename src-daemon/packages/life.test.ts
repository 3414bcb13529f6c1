import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../platform/sha256.ts'
import { installFile, openTestPackages, sourceOf, type TestPackages } from '../testing/packages.ts'
import { httpTool, otherAuthor, packageText, signed, testAuthor } from './testing.ts'
import type { PackagesService } from './types.ts'
import { plainState } from '../state/testing.ts'

const CAP = 'did:nuwa:cap:diary'
const SCHEMA = 'did:nuwa:state:diary#v1'
let home: TestPackages
let packages: PackagesService
beforeEach(() => {
  home = openTestPackages(otherAuthor)
  packages = home.start()
})
afterEach(() => {
  home.close()
})

const at = (version: string, parts: Parameters<typeof packageText>[0] = {}): Promise<Uint8Array> =>
  signed(packageText(parts).replace('@1.0.0', `@${version}`))
const pathOf = (bytes: Uint8Array): string => join(home.packagesDir, `${sha256Hex(bytes)}.acp.yaml`)
const write = (text: string): void => {
  home.state.create(home.state.ownerAccess(SCHEMA, 'internal'), { schemaUri: SCHEMA, object: { text } })
}
const texts = async (): Promise<unknown[]> => {
  const { items } = await home.state.query(home.state.ownerAccess(SCHEMA, 'internal'), { from: SCHEMA })
  return items.map(({ object }) => object['text'])
}

describe('an authorization', () => {
  it('lists the verbs that are asked for and declared, and no others', async () => {
    const meta = '  permissions:\n    require: ["state.create", "state.query", "state.delete.hard"]\n'
    await installFile(packages, await at('1.0.0', { meta }), { acceptWarnings: true })
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create', 'state.delete.hard'])
  })

  it('follows each version, and the one before is taken back', async () => {
    await installFile(packages, await at('1.0.0'))
    const first = home.authorizations.current(CAP)
    await installFile(packages, await at('1.1.0'))
    const second = home.authorizations.current(CAP)
    expect(second?.id).not.toBe(first?.id)
    expect(home.authorizations.list().find(({ id }) => id === first?.id)?.revokedAt).not.toBeNull()
  })

  it('is not there for a package that asks for no verb', async () => {
    await installFile(
      packages,
      await at('1.0.0', { meta: '', builtIn: '', tools: '', prompt: 'prompt: Hello.\n' }),
    )
    expect(packages.get('diary')).not.toBeNull()
    expect(home.authorizations.current(CAP)).toBeNull()
  })

  it('that the owner took back by hand stays so over a restart, until the next consent', async () => {
    await installFile(packages, await at('1.0.0'))
    home.authorizations.revoke(home.authorizations.current(CAP)?.id ?? '')
    await home.start().renewAuthorizations()
    expect(home.authorizations.current(CAP)).toBeNull()
    await packages.setEnabled({ name: 'diary', enabled: true })
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create'])
  })

  it('left by an install that never came to its end is gone after the next start', async () => {
    await installFile(packages, await at('1.0.0'))
    // What a kill leaves between issuing and the transaction: wider for what is installed, and one for what is not.
    await home.authorizations.issue({
      capUri: CAP,
      scope: 'sc:diary',
      actions: ['state.create', 'state.delete'],
    })
    await home.authorizations.issue({
      capUri: 'did:nuwa:cap:ghost',
      scope: 'sc:ghost',
      actions: ['state.query'],
    })
    await home.start().renewAuthorizations()
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create'])
    expect(home.authorizations.current('did:nuwa:cap:ghost')).toBeNull()
  })
})

describe('an update', () => {
  it('that changes a schema without a new version is refused, and the old version works on', async () => {
    await installFile(packages, await at('1.0.0'))
    const before = home.authorizations.current(CAP)
    const changed = await signed(
      packageText()
        .replace('@1.0.0', '@1.1.0')
        .replace('"text": {"type": "string"}', '"text": {"type": "integer"}'),
    )
    const refused = { code: 'schema_changed_without_version' }
    await expect(packages.review(sourceOf(changed))).rejects.toMatchObject(refused)
    await expect(installFile(packages, changed)).rejects.toMatchObject(refused)
    expect(packages.get('diary')?.version).toBe('1.0.0')
    expect(home.authorizations.current(CAP)).toEqual(before)
    expect(existsSync(pathOf(changed))).toBe(false)
    write('works')
    expect(await texts()).toEqual(['works'])
  })

  it('is shown against the installed version', async () => {
    await installFile(packages, await at('1.0.0'))
    const two = await at('1.1.0', httpTool('{type: http_get, url: "https://api.example.org/x"}'))
    const { difference, installedVersion } = await packages.review(sourceOf(two))
    expect(installedVersion).toBe('1.0.0')
    expect(difference).toMatchObject({
      direction: 'update',
      hosts: { added: ['api.example.org'], removed: [] },
      tools: { added: ['look_up'] },
      widens: ['New: Read from api.example.org', 'New tool: look_up'],
    })
    await installFile(packages, two)
    expect((await packages.review(sourceOf(two))).difference).toBeNull()
  })

  it('leaves the consent to each version bound to its own hash', async () => {
    const [one, two] = [await at('1.0.0'), await at('1.1.0')]
    await installFile(packages, one)
    await expect(installFile(packages, two, { sha256: sha256Hex(one) })).rejects.toMatchObject({
      code: 'package_changed',
    })
    await installFile(packages, two)
    expect(
      home.db.prepare('SELECT version, sha256 FROM package_grants ORDER BY granted_at').raw().all(),
    ).toEqual([
      ['1.0.0', sha256Hex(one)],
      ['1.1.0', sha256Hex(two)],
    ])
  })

  it('and another at the same time happen one after the other', async () => {
    const files = await Promise.all(['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map((version) => at(version)))
    await Promise.all(files.map((bytes) => installFile(packages, bytes)))
    const [installed] = packages.installed()
    expect(installed).toMatchObject({ version: '1.3.0', previous: { version: '1.2.0' } })
    expect(readdirSync(home.packagesDir)).toHaveLength(2)
    expect(home.authorizations.list().filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  })
})

describe('a schema of another capability', () => {
  it('is refused, and that one keeps it', async () => {
    await installFile(packages, await at('1.0.0'))
    const thief = packageText().replace('cap:diary@1.0.0', 'cap:journal@1.0.0')
    await expect(installFile(packages, await signed(thief))).rejects.toMatchObject({
      code: 'package_rejected',
      details: { problems: [expect.objectContaining({ code: 'schema_namespace' })] },
    })
    expect(packages.installed().map(({ name }) => name)).toEqual(['diary'])
    expect(home.authorizations.current('did:nuwa:cap:journal')).toBeNull()
    write('mine')
    expect(await texts()).toEqual(['mine'])
  })

  it('is refused by state, too, for any owner', async () => {
    const journal = await signed(packageText().replaceAll('diary', 'journal'))
    await installFile(packages, journal)
    packages.remove('journal')
    home.db
      .prepare("UPDATE state_logs SET owner = 'did:nuwa:cap:elder' WHERE owner = 'did:nuwa:cap:journal'")
      .run()
    const started = home.start({ state: plainState({ db: home.db, ownerDid: () => otherAuthor.did }) })
    const refused = { code: 'schema_id_conflict' }
    await expect(started.review(sourceOf(journal))).rejects.toMatchObject(refused)
    await expect(installFile(started, journal)).rejects.toMatchObject(refused)
    expect(started.installed()).toEqual([])
  })
})

describe('removing', () => {
  it('keeps the state, which can be saved and purged later', async () => {
    await installFile(packages, await at('1.0.0'))
    write('dear diary')
    packages.remove('diary')
    expect([packages.installed(), home.authorizations.current(CAP)]).toEqual([[], null])
    expect(await texts()).toEqual(['dear diary'])
    expect(packages.exportState('diary')).toMatchObject({
      capability: CAP,
      objects: [{ object: { text: 'dear diary' } }],
    })
    packages.remove('diary', { purge: true })
    await expect(texts()).rejects.toThrow(expect.objectContaining({ code: 'schema_unknown' }))
    for (const act of [
      () => packages.exportState('diary'),
      () => {
        packages.remove('diary', { purge: true })
      },
    ])
      expect(act).toThrow(expect.objectContaining({ code: 'package_not_installed' }))
  })

  it('exports everything as one JSON document', async () => {
    await installFile(packages, await at('1.0.0'))
    write('one')
    write('two')
    const saved: unknown = JSON.parse(JSON.stringify(packages.exportState('diary')))
    expect(saved).toMatchObject({
      format: 'satchel-state',
      version: 1,
      capability: CAP,
      exportedAt: expect.stringMatching(/^2026-01-02T/) as unknown,
      schemas: [{ schemaUri: SCHEMA, scope: 'sc:diary', schema: { $id: SCHEMA } }],
      objects: [{ object: { text: 'one' }, deleted: false }, { object: { text: 'two' } }],
      history: [
        { kind: 'create', schemaUri: SCHEMA, ops: [{ op: 'create' }] },
        { kind: 'create', opsHash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
      ],
    })
  })
})

describe('signing', () => {
  it('fills in the owner’s key, and the file can be installed as the owner’s own', async () => {
    const draft = Buffer.from(packageText())
    const { bytes, did, sha256 } = await packages.sign({
      fileName: 'x.acp.yaml',
      bytes: draft,
      requester: 'cli',
    })
    expect([did, sha256]).toEqual([otherAuthor.did, sha256Hex(bytes)])
    expect(await installFile(packages, bytes)).toMatchObject({ review: { author: { trust: 'own' } } })
  })

  it('does not replace another author by default', async () => {
    const theirs = await signed(packageText(), testAuthor)
    const input = { fileName: 'x.acp.yaml', bytes: theirs, requester: 'cli' }
    await expect(packages.sign(input)).rejects.toMatchObject({ code: 'author_is_other' })
    expect((await packages.sign({ ...input, takeAuthorship: true })).did).toBe(otherAuthor.did)
  })

  it('does not sign what could not be installed', async () => {
    const bytes = Buffer.from(packageText().replace('name: state.create', 'name: "1 bad"'))
    await expect(packages.sign({ fileName: 'x', bytes, requester: 'cli' })).rejects.toMatchObject({
      code: 'package_rejected',
    })
  })
})

it('leaves foreign files in its folder alone, and removes what nothing names', async () => {
  await installFile(packages, await at('1.0.0'))
  const orphan = `${'0'.repeat(64)}.acp.yaml`
  for (const name of [orphan, 'notes.txt', '.0199c0de-0000-7000-8000-000000000000.tmp'])
    writeFileSync(join(home.packagesDir, name), 'x')
  home.start().verifyStore()
  expect(readdirSync(home.packagesDir)).toHaveLength(2)
  expect(existsSync(join(home.packagesDir, 'notes.txt'))).toBe(true)
})
