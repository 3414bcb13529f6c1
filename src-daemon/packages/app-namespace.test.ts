import { afterEach, beforeEach, expect, it } from 'vitest'
import { installFile, openTestPackages, sourceOf, type TestPackages } from '../testing/packages.ts'
import { otherAuthor, packageText, signed, testAuthor } from './testing.ts'
import type { PackagesService } from './types.ts'

const OWN = 'did:nuwa:state:diary#v1'
const TASK = 'did:nuwa:app:planner:state:Task#v1'
let home: TestPackages
let packages: PackagesService
beforeEach(() => {
  home = openTestPackages()
  packages = home.start()
})
afterEach(() => {
  home.close()
})

/** A capability that keeps its objects under that schema. */
const keeping = (uri: string, name = 'diary', author = testAuthor): Promise<Uint8Array> =>
  signed(packageText().replace(OWN, uri).replaceAll('diary', name).replaceAll('Diary', name), author)

it('asks for the namespace of an app in the review, and has it once that was agreed to', async () => {
  const { permissions } = await packages.review(sourceOf(await keeping(TASK)))
  expect(permissions).toContainEqual({
    key: 'state.app',
    text: 'Register its data in the namespace of the app “planner”, which several capabilities can share',
    risk: 'medium',
  })
  expect(
    (await packages.review(sourceOf(await keeping(OWN)))).permissions.map(({ key }) => key),
  ).not.toContain('state.app')
  await installFile(packages, await keeping(TASK))
  expect(home.state.schemaFacts(TASK).owner).toBe('did:nuwa:cap:diary')
})

it('asks again when an update moves there, and says so', async () => {
  await installFile(packages, await keeping(OWN))
  const later = await signed(packageText().replace(OWN, TASK).replace('@1.0.0', '@1.1.0'))
  const { difference } = await packages.review(sourceOf(later))
  expect(difference?.widens.join()).toContain('namespace of the app “planner”')
})

it('lets several capabilities in, each with paths of its own', async () => {
  await installFile(packages, await keeping(TASK))
  await installFile(packages, await keeping(TASK.replace('Task', 'Goal'), 'goals', otherAuthor))
  const taken = await keeping(TASK.replace('#v1', '#v2'), 'thief', otherAuthor)
  await expect(packages.review(sourceOf(taken))).rejects.toMatchObject({ code: 'schema_id_conflict' })
  await expect(installFile(packages, taken)).rejects.toMatchObject({ code: 'schema_id_conflict' })
  expect(packages.installed().map(({ name }) => name)).toEqual(['diary', 'goals'])
})

it('gives no package a place among the owner’s own schemas, or an invalid name', async () => {
  for (const uri of [
    'did:nuwa:user:z6Mk:state:Task#v1',
    'did:nuwa:core:Task#v1',
    'did:nuwa:app:Planner:state:Task#v1',
  ])
    await expect(packages.review(sourceOf(await keepingUnchecked(uri)))).rejects.toMatchObject({
      details: {
        problems: expect.arrayContaining([expect.objectContaining({ code: 'schema_namespace' })]) as unknown,
      },
    })
})

/** Signed though the file is refused, as a program of someone else's could. */
const keepingUnchecked = async (uri: string): Promise<Uint8Array> => {
  const fits = await keeping(OWN)
  return Buffer.from(Buffer.from(fits).toString('utf8').replace(OWN, uri))
}
