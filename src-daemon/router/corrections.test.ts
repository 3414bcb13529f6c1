import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCapabilityCatalog } from '../capabilities/index.ts'
import { packageText, signed } from '../packages/testing.ts'
import type { PackagesService } from '../packages/types.ts'
import { installFile, openTestPackages, type TestPackages } from '../testing/packages.ts'
import { plainRouter } from '../testing/router.ts'
import { createCorrections, explained, type Corrections } from './index.ts'

const AT = '2026-03-04T05:06:07.000Z'
let home: TestPackages
let packages: PackagesService
let corrections: Corrections
beforeEach(async () => {
  home = openTestPackages()
  packages = home.start()
  await installFile(packages, await signed(packageText()))
  corrections = createCorrections({ db: home.db, packages, now: () => new Date(AT) })
})
afterEach(() => {
  home.close()
})

it('remembers which capability a message is for, over a restart', () => {
  const made = corrections.add({ text: '  the day was long ', capability: 'diary' })
  expect(made).toMatchObject({ text: 'the day was long', capability: 'diary', correctedAt: AT })
  const again = createCorrections({ db: home.db, packages, now: () => new Date(AT) })
  expect(again.list()).toEqual([made])
  expect(again.of('diary')).toEqual(['the day was long'])
})

it('lets the later of two corrections of the same words count', () => {
  corrections.add({ text: 'The day was long!', capability: 'diary' })
  const later = corrections.add({ text: 'the day was long', capability: 'diary' })
  expect(corrections.list()).toEqual([later])
})

it('forgets one when told, and says when there is none', () => {
  const { id } = corrections.add({ text: 'the day was long', capability: 'diary' })
  corrections.remove(id)
  expect(corrections.list()).toEqual([])
  expect(() => corrections.remove(id)).toThrow(/correction_not_found/)
})

it('refuses a capability that is not installed and a message without words, and stores neither', () => {
  expect(() => corrections.add({ text: 'hello', capability: 'weather' })).toThrow(/capability_not_installed/)
  expect(() => corrections.add({ text: ' !? ', capability: 'diary' })).toThrow(/correction_empty/)
  expect(corrections.list()).toEqual([])
})

it('keeps the beginning of a long message', () => {
  const { text } = corrections.add({ text: 'long '.repeat(200_000), capability: 'diary' })
  expect(text.length).toBeLessThanOrEqual(2_000)
})

it('forgets them with the capability', () => {
  corrections.add({ text: 'the day was long', capability: 'diary' })
  packages.remove('diary')
  expect(corrections.list()).toEqual([])
})

it('sends a message to a connected server, which is no package, and keeps that over a restart', () => {
  const offered = [
    { name: 'read_file', description: 'Read a file.', inputSchema: { type: 'object' }, annotations: {} },
  ]
  const catalog = createCapabilityCatalog(
    packages,
    { active: () => [], onChange: () => () => undefined },
    {
      offered: () => [
        {
          uri: 'files',
          serverVersion: '1.0.0',
          chat: { routed: true, about: '' },
          tools: offered,
          appTools: [],
        },
      ],
      isOff: () => false,
      onOffer: () => () => undefined,
    },
    { approved: () => [], onChange: () => () => undefined },
  )
  const deps = { db: home.db, packages: catalog, now: () => new Date(AT) }
  const made = createCorrections(deps).add({ text: 'the usual place please', capability: 'mcp:files' })
  expect(createCorrections(deps).list()).toEqual([made])
  packages.remove('diary')
  expect(createCorrections(deps).of('mcp:files')).toEqual(['the usual place please'])
})

it('routes by a correction at once, and no longer once it is forgotten', async () => {
  const router = plainRouter(packages, { corrections })
  const capabilityOf = async (): Promise<string | null> =>
    (await router.explain({ text: 'zzyzx quux', activeCapability: null, explicit: null })).capability
  expect(await capabilityOf()).toBeNull()
  const { id } = corrections.add({ text: 'zzyzx quux', capability: 'diary' })
  expect(await capabilityOf()).toBe('diary')
  corrections.remove(id)
  expect(await capabilityOf()).toBeNull()
  router.close()
})

it('remembers that a message needs no capability, and routes by it until it is forgotten', async () => {
  const router = plainRouter(packages, { corrections })
  const text = 'diary entry please'
  const input = { text, activeCapability: null, explicit: null }
  expect((await router.explain(input)).capability).toBe('diary')
  const made = corrections.add({ text: 'Diary entry, please!', capability: null })
  expect(corrections.list()).toEqual([made])
  expect(corrections.of(null)).toEqual(['Diary entry, please!'])
  const decided = await router.explain({ ...input, activeCapability: 'diary' })
  expect(decided).toMatchObject({ capability: null, reason: 'none', saidNone: true })
  expect(explained(decided, { language: 'en', titleOf: (name) => name })[0]).toContain('needs no capability')
  expect((await router.explain({ ...input, explicit: 'diary' })).capability).toBe('diary')
  packages.remove('diary')
  expect(corrections.list()).toEqual([made])
  corrections.remove(made.id)
  await installFile(packages, await signed(packageText()))
  expect((await router.explain(input)).capability).toBe('diary')
  router.close()
})

it('is less sure of a capability for what is like a message that needs none', async () => {
  const router = plainRouter(packages, { corrections })
  const ask = async () =>
    (await router.explain({ text: 'what is a diary anyway', activeCapability: null, explicit: null }))
      .candidates[0]
  const before = (await ask())?.score ?? 0
  corrections.add({ text: 'what is a diary', capability: null })
  const after = await ask()
  expect(after?.score ?? 0).toBeLessThan(before)
  expect(after?.name ?? 'diary').toBe('diary')
  router.close()
})
