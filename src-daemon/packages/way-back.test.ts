import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../platform/sha256.ts'
import { installFile, openTestPackages, type TestPackages } from '../testing/packages.ts'
import { otherAuthor, packageText, signed } from './testing.ts'
import type { PackagesService } from './types.ts'

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
const damage = (bytes: Uint8Array): Buffer => {
  const path = pathOf(bytes)
  const whole = readFileSync(path)
  const flipped = Buffer.from(whole)
  flipped[100] = (flipped[100] ?? 0) ^ 1
  chmodSync(path, 0o600)
  writeFileSync(path, flipped)
  return whole
}
const vias = (): unknown =>
  home.db.prepare('SELECT via FROM package_grants ORDER BY granted_at').pluck().all()

describe('a rollback', () => {
  it('returns to the version before, and a second one comes back', async () => {
    const [one, two] = [await at('1.0.0'), await at('1.1.0', { prompt: 'prompt: Other words.\n' })]
    await installFile(packages, one)
    await installFile(packages, two)
    const review = await packages.review({ kind: 'previous', name: 'diary' })
    expect(review).toMatchObject({
      version: '1.0.0',
      difference: { direction: 'downgrade', fromVersion: '1.1.0' },
    })
    const back = await packages.rollback({ name: 'diary', via: 'renderer' })
    expect(back).toMatchObject({
      version: '1.0.0',
      status: 'ready',
      previous: { version: '1.1.0', sha256: sha256Hex(two) },
    })
    expect(packages.get('diary')?.prompt).toContain('Write the diary')
    const again = await packages.rollback({ name: 'diary', via: 'cli' })
    expect(again).toMatchObject({ version: '1.1.0', previous: { version: '1.0.0', sha256: sha256Hex(one) } })
    expect(vias()).toEqual(['cli', 'cli', 'renderer:rollback', 'cli:rollback'])
    expect(readdirSync(home.packagesDir)).toHaveLength(2)
  })

  it('takes what the version may do with it, and keeps what was written', async () => {
    await installFile(packages, await at('1.0.0'))
    const query = packageText({
      meta: '  permissions:\n    require: ["state.create", "state.query"]\n',
      moreTools:
        '  - type: function\n    function:\n      name: state.query\n      description: Find entries.\n      parameters: {type: object, properties: {query: {type: object}}}\n',
    }).replace('@1.0.0', '@1.1.0')
    await installFile(packages, await signed(query))
    write('still here')
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create', 'state.query'])
    await packages.rollback({ name: 'diary', via: 'cli' })
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create'])
    expect(await texts()).toEqual(['still here'])
  })

  it('is refused if there is no version to return to, or its file has changed', async () => {
    await expect(packages.rollback({ name: 'diary', via: 'cli' })).rejects.toMatchObject({
      code: 'package_not_installed',
    })
    const one = await at('1.0.0')
    await installFile(packages, one)
    await expect(packages.rollback({ name: 'diary', via: 'cli' })).rejects.toMatchObject({
      code: 'no_previous_version',
    })
    await installFile(packages, await at('1.1.0'))
    damage(one)
    await expect(packages.rollback({ name: 'diary', via: 'cli' })).rejects.toMatchObject({
      code: 'package_file_damaged',
    })
    expect(packages.get('diary')?.version).toBe('1.1.0')
  })

  it('helps when the present version is damaged', async () => {
    await installFile(packages, await at('1.0.0'))
    const two = await at('1.1.0')
    await installFile(packages, two)
    damage(two)
    packages.verifyStore()
    expect(packages.get('diary')).toBeNull()
    expect(await packages.rollback({ name: 'diary', via: 'cli' })).toMatchObject({
      version: '1.0.0',
      status: 'ready',
    })
    expect(home.authorizations.current(CAP)).not.toBeNull()
  })

  it('does not look up the author’s key again', async () => {
    await installFile(packages, await at('1.0.0'))
    await installFile(packages, await at('1.1.0'))
    const offline = home.start({ keyOf: () => Promise.reject(new Error('asked')) })
    expect(await offline.rollback({ name: 'diary', via: 'cli' })).toMatchObject({ version: '1.0.0' })
  })
})

describe('switching off', () => {
  it('takes a capability from everyone and its authorization back, and on gives both again', async () => {
    await installFile(packages, await at('1.0.0'))
    write('kept')
    let told = 0
    packages.onChange(() => told++)
    expect(await packages.setEnabled({ name: 'diary', enabled: false })).toMatchObject({
      status: 'disabled',
      disabledBy: 'user',
      statusReason: 'You turned it off.',
    })
    expect([packages.get('diary'), home.authorizations.current(CAP), told]).toEqual([null, null, 1])
    expect(await texts()).toEqual(['kept'])
    expect(home.start().get('diary')).toBeNull()
    expect(await packages.setEnabled({ name: 'diary', enabled: true })).toMatchObject({
      status: 'ready',
      disabledBy: null,
    })
    expect(packages.get('diary')?.name).toBe('diary')
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create'])
  })

  it('lasts through an update', async () => {
    await installFile(packages, await at('1.0.0'))
    await packages.setEnabled({ name: 'diary', enabled: false })
    expect(await installFile(packages, await at('1.1.0'))).toMatchObject({
      version: '1.1.0',
      disabledBy: 'user',
    })
    expect([packages.get('diary'), home.authorizations.current(CAP)]).toEqual([null, null])
  })

  it('does not come on with a damaged file', async () => {
    const bytes = await at('1.0.0')
    await installFile(packages, bytes)
    await packages.setEnabled({ name: 'diary', enabled: false })
    damage(bytes)
    await expect(packages.setEnabled({ name: 'diary', enabled: true })).rejects.toMatchObject({
      code: 'package_file_damaged',
    })
    expect(packages.installed()).toMatchObject([{ disabledBy: 'damaged' }])
    expect(packages.get('diary')).toBeNull()
  })

  it('of a package that is not installed is refused', async () => {
    await expect(packages.setEnabled({ name: 'diary', enabled: false })).rejects.toMatchObject({
      code: 'package_not_installed',
    })
  })
})

describe('a flipped bit on disk', () => {
  it('is found at the start, with authorization and tools gone, and healed by the same bytes', async () => {
    const bytes = await at('1.0.0')
    await installFile(packages, bytes)
    damage(bytes)
    const started = home.start()
    started.verifyStore()
    expect(started.installed()).toMatchObject([{ status: 'disabled', disabledBy: 'damaged' }])
    expect([started.get('diary'), home.authorizations.current(CAP)]).toEqual([null, null])
    await installFile(started, bytes)
    expect(started.installed()).toMatchObject([{ status: 'ready' }])
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create'])
    expect(Buffer.from(bytes).equals(readFileSync(pathOf(bytes)))).toBe(true)
  })

  it('is healed when the file is brought back, and only then', async () => {
    const bytes = await at('1.0.0')
    await installFile(packages, bytes)
    const whole = damage(bytes)
    packages.verifyStore()
    await packages.renewAuthorizations()
    expect(packages.get('diary')).toBeNull()
    writeFileSync(pathOf(bytes), whole)
    await packages.renewAuthorizations()
    expect(packages.get('diary')?.name).toBe('diary')
    expect(home.authorizations.current(CAP)?.actions).toEqual(['state.create'])
  })
})
