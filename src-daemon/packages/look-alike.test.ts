import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installFile, openTestPackages, sourceOf, type TestPackages } from '../testing/packages.ts'
import { otherAuthor, packageText, signed, testAuthor } from './testing.ts'
import type { PackagesService } from './types.ts'

let home: TestPackages
let packages: PackagesService
beforeEach(async () => {
  home = openTestPackages()
  packages = home.start()
  await installFile(packages, await signed(packageText()))
})
afterEach(() => {
  home.close()
})

const named = (name: string, title: string): string =>
  packageText()
    .replaceAll('did:nuwa:cap:diary', `did:nuwa:cap:${name}`)
    .replaceAll('did:nuwa:state:diary', `did:nuwa:state:${name}`)
    .replace('name: Diary', `name: "${title}"`)

describe('a package of another author', () => {
  it.each([
    ['the same title', 'journal', 'Diary'],
    ['the same title in another case, with a blank', 'journal', 'DIARY '],
    ['a title with letters of another script', 'journal', 'Di\u0430ry'],
    ['blanks between its letters', 'journal', 'D i a r y'],
  ])('is not installed unnoticed with %s as an installed one', async (_what, name, title) => {
    const bytes = await signed(named(name, title), otherAuthor)
    expect((await packages.review(sourceOf(bytes))).lookAlike).toEqual({
      name: 'diary',
      title: 'Diary',
      author: testAuthor.did,
    })
  })

  it('is installed once that is accepted, and the error names both authors', async () => {
    const bytes = await signed(named('journal', 'Diary'), otherAuthor)
    const refused: unknown = await installFile(packages, bytes).catch((thrown: unknown) => thrown)
    expect(refused).toMatchObject({
      code: 'look_alike_not_accepted',
      details: { name: 'diary', author: testAuthor.did },
    })
    expect(String(refused)).toContain(testAuthor.did)
    expect(String(refused)).toContain(otherAuthor.did)
    expect(packages.get('journal')).toBeNull()
    await installFile(packages, bytes, { acceptLookAlike: true })
    expect(packages.get('journal')?.title).toBe('Diary')
  })

  it('needs no such consent with a title of its own', async () => {
    const bytes = await signed(named('journal', 'Journal'), otherAuthor)
    expect((await packages.review(sourceOf(bytes))).lookAlike).toBeNull()
    await installFile(packages, bytes)
  })
})

it('the same author may give two packages one title', async () => {
  const bytes = await signed(named('journal', 'Diary'))
  expect((await packages.review(sourceOf(bytes))).lookAlike).toBeNull()
})
