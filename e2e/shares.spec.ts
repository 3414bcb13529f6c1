/** Sharing what a capability keeps with another one, on the Identity page. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './support/checks.ts'
import { DIARY_1_0_0, DIARY_SCHEMA, diaryText, signedText } from './support/diary.ts'
import { openIdentity, sheet } from './support/identity.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

/** The diary, whose entries may be shared, and a capability of another name that can query. */
const install = async (satchel: Satchel) => {
  await satchel.json('daemon', 'start')
  const diary = diaryText(DIARY_1_0_0).replace(
    '"type": "object"',
    '"type": "object", "x-visibility": "shared"',
  )
  const reader = diaryText({ ...DIARY_1_0_0, title: 'Reader', verbs: ['state.query'] }).replaceAll(
    'diary',
    'reader',
  )
  for (const [name, text] of Object.entries({ diary, reader })) {
    const file = join(satchel.paths.dataDir, `${name}.acp.yaml`)
    writeFileSync(file, await signedText(text))
    await satchel.json('cap', 'install', file, '--yes')
  }
  await satchel.json('state', 'create', DIARY_SCHEMA, '{"title":"Rain","body":"All day"}')
}
/** How many entries of the diary the reader finds, else the code of its error. */
const read = async (satchel: Satchel) => {
  const input = { schema_uri: 'did:nuwa:state:reader#v1', query: { from: DIARY_SCHEMA } }
  const { stdout } = await satchel.run(
    '--json',
    'cap',
    'invoke',
    'acp:reader/state.query',
    JSON.stringify(input),
  )
  const { output, error } = JSON.parse(stdout) as {
    output: { items: unknown[] } | null
    error: { code: string } | null
  }
  return output?.items.length ?? error?.code
}

test('what a capability keeps is shared with another, and taken back', async ({ page, satchel }) => {
  await install(satchel)
  expect(await read(satchel)).toBe('PERMISSION_DENIED')
  await openIdentity(page, satchel)
  await page.getByRole('button', { name: 'Share data' }).click()
  await expect(sheet(page)).toContainText('Covers all data of Diary in sc:diary that isn’t private.')
  await expect(sheet(page).getByRole('combobox', { name: 'Share with' })).toContainText('Reader')
  await expectAccessible(page, 'Share data')
  await sheet(page).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(sheet(page)).toBeHidden()
  const shared = page.getByRole('listitem').filter({ hasText: 'Data of Diary' })
  await expect(shared).toContainText('Reader')
  expect(await read(satchel)).toBe(1)

  await shared.getByRole('button', { name: 'Revoke Reader’s permissions' }).click()
  await expect(sheet(page)).toContainText('Satchel refuses it here')
  await sheet(page).getByRole('button', { name: 'Revoke', exact: true }).click()
  // While the sheet is open, what is behind it counts as hidden.
  await expect(sheet(page)).toBeHidden()
  await expect(shared).toBeHidden()
  expect(await read(satchel)).toBe('PERMISSION_DENIED')
})

test('an agent is given a document, which is saved', async ({ page, satchel }) => {
  await install(satchel)
  await openIdentity(page, satchel)
  await page.getByRole('button', { name: 'Share data' }).click()
  await sheet(page).getByRole('combobox', { name: 'Share with' }).click()
  await page.getByRole('option', { name: 'Another agent' }).click()
  await sheet(page).getByLabel('DID of the agent').fill('did:none:x')
  const share = sheet(page).getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await expect(sheet(page).getByRole('alert')).toContainText('did:none:x')
  await sheet(page).getByLabel('DID of the agent').fill('did:web:agent.example')
  await share.click()
  const saved = page.waitForEvent('download')
  await sheet(page).getByRole('button', { name: 'Save document' }).click()
  expect((await saved).suggestedFilename()).toBe('authorization.json')
})

test('the review of a package says that its data can be shared, and which app’s namespace it asks for', async ({
  page,
  satchel,
}) => {
  const text = diaryText(DIARY_1_0_0)
    .replace(DIARY_SCHEMA, 'did:nuwa:app:planner:state:Entry#v1')
    .replace(DIARY_SCHEMA, 'did:nuwa:app:planner:state:Entry#v1')
    .replace('"type": "object"', '"type": "object", "x-visibility": "shared"')
  await satchel.open(page, '/capabilities')
  await page.getByTestId('package-file').setInputFiles({
    name: 'diary.acp.yaml',
    mimeType: 'application/yaml',
    buffer: await signedText(text),
  })
  await expect(sheet(page)).toContainText('Register its data in the namespace of the app “planner”')
  await expect(sheet(page)).toContainText('“Diary entry” objects can be used by others, if you share them')
})
