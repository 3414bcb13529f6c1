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

test('a capability’s place in the namespace of an app is revoked and allowed again', async ({
  page,
  satchel,
}) => {
  const SCHEMA = 'did:nuwa:app:planner:state:Entry#v1'
  await satchel.json('daemon', 'start')
  const file = join(satchel.paths.dataDir, 'diary.acp.yaml')
  writeFileSync(file, await signedText(diaryText(DIARY_1_0_0).replaceAll(DIARY_SCHEMA, SCHEMA)))
  await satchel.json('cap', 'install', file, '--yes')
  const write = async () => {
    const input = { schema_uri: SCHEMA, object: { title: 'Rain', body: 'All day' } }
    const { stdout } = await satchel.run(
      ...['--json', 'cap', 'invoke', 'acp:diary/state.create', JSON.stringify(input)],
    )
    return (JSON.parse(stdout) as { error: { code: string } | null }).error?.code ?? null
  }
  expect(await write()).toBeNull()

  await openIdentity(page, satchel)
  const places = page.getByRole('region', { name: 'Namespaces of apps' })
  await expect(places).toContainText('Keeps data in the namespace of “planner”')
  await places.getByRole('button', { name: 'Revoke the place of Diary in “planner”' }).press('Enter')
  await expect(sheet(page)).toContainText('The data it stored stays')
  await expectAccessible(page, 'revoking a place')
  await sheet(page).getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(sheet(page)).toBeHidden()
  const allow = places.getByRole('button', { name: 'Allow Diary in “planner” again' })
  await expect(allow).toBeFocused()
  expect(await write()).toBe('PERMISSION_DENIED')
  expect(await satchel.json('authorizations', 'apps', 'list')).toMatchObject([
    { owner: 'did:nuwa:cap:diary', app: 'did:nuwa:app:planner', revokedAt: expect.any(String) as unknown },
  ])

  // What happens in the terminal is seen here.
  await satchel.json('authorizations', 'apps', 'allow', 'diary', 'planner')
  await expect(allow).toBeHidden()
  expect(await write()).toBeNull()
  await satchel.json('authorizations', 'apps', 'revoke', 'diary', 'planner', '--yes')
  await allow.click()
  await expect(places.getByRole('button', { name: /^Revoke/ })).toBeVisible()
  expect(await write()).toBeNull()
})
