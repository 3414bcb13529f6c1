/** Imported objects whose schema isn't here: what the State page says, how it is found, and where it is looked for. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './support/checks.ts'
import { DIARY_SCHEMA, diaryText, signedText } from './support/diary.ts'
import { createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'

test.describe.configure({ timeout: 120_000 })

const ENTRY = 'did:nuwa:app:planner:state:Entry#v1'

let here: Satchel
let there: Satchel
test.beforeEach(async () => {
  here = await createVaultSatchel()
  there = await createVaultSatchel()
})
test.afterEach(() => Promise.all([here, there].map((satchel) => satchel.dispose())))

/** An entry of an app's namespace, written on another device and imported here, where its package never was. */
const importEntry = async (): Promise<string> => {
  for (const { env } of [here, there]) env['SATCHEL_BACKUP_PASSPHRASE'] = 'a passphrase to move by'
  const at = (name: string) => join(there.paths.dataDir, name)
  await there.json('keys', 'backup', at('keys.backup'), '--yes')
  await here.json('keys', 'restore', at('keys.backup'), '--as-owner', '--yes')
  const folder = join(here.paths.dataDir, 'folder')
  mkdirSync(folder)
  const path = join(folder, 'diary.acp.yaml')
  writeFileSync(path, await signedText(diaryText({ version: '1.0.0' }).replaceAll(DIARY_SCHEMA, ENTRY)))
  await there.json('cap', 'install', path, '--yes')
  await there.json('state', 'create', ENTRY, JSON.stringify({ title: 'Garden', body: 'Nothing yet.' }))
  await there.json('state', 'export', '--out', at('changes'))
  const report = (await here.json('state', 'import', at('changes'))) as { missing: string[] }
  expect(report.missing).toEqual([ENTRY])
  return folder
}

test('a schema that imported changes wait for is found, looked at and added', async ({ page }) => {
  const folder = await importEntry()
  await here.open(page, '/state')
  const missing = page.getByRole('region', { name: 'Schemas that aren’t here' })
  await expect(missing).toContainText(`1 imported change waits for a schema that isn’t here: ${ENTRY}`)
  await missing.getByRole('button', { name: 'Find this schema' }).click()
  const sheet = page.getByRole('dialog', { name: 'Find this schema' })
  await expect(sheet).toContainText('None of your sources has the schema')
  await sheet.getByRole('button', { name: 'Cancel' }).click()

  await here.json('registry', 'sources', 'add', 'mine', '--folder', folder, '--trust', 'trusted')
  await missing.getByRole('button', { name: 'Find this schema' }).click()
  await expect(sheet).toContainText('Found at marketplace (mine), in a package whose signature is valid.')
  await expect(sheet).toContainText('1 change waits for it.')
  await expect(sheet.getByRole('region', { name: 'Fields' }).getByRole('listitem')).toContainText([
    'id',
    'title',
    'body',
    'createdAt',
    'updatedAt',
  ])
  await expectAccessible(page, 'a schema that was found')
  await sheet.getByRole('button', { name: 'Add schema' }).click()
  await expect(missing).toBeHidden()
  // Its button is gone.
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: /Diary entry/ }).click()
  await expect(page.getByText('Garden').first()).toBeVisible()
})

test('the places where schemas are looked for are put in order by keyboard', async ({ page }) => {
  await here.open(page, '/settings')
  const list = page.getByRole('list', { name: 'Sources of schemas' })
  await expect(list.getByRole('listitem')).toContainText(['Sources of packages', 'DID of the author'])
  await list.getByRole('button', { name: /author.*up|up.*author/i }).focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toContainText(['DID of the author', 'Sources of packages'])
  // The button moved along, and is at its end: its neighbour has the focus.
  await expect(list.getByRole('listitem').first().locator('[data-move]').last()).toBeFocused()
  await list.getByRole('switch', { name: 'Ask Sources of packages' }).focus()
  await page.keyboard.press('Space')
  await expect(list.getByRole('switch', { name: 'Ask Sources of packages' })).not.toBeChecked()

  const add = page.getByTestId('schema-sources').getByRole('button', { name: 'Add source' })
  await add.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Kind' })).toBeFocused()
  const form = page.getByRole('region', { name: 'Add source' })
  await form.getByRole('textbox', { name: 'Name' }).fill('mine')
  await form.getByRole('textbox', { name: 'Address of the index' }).fill('https://index.example/mcp')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toContainText(['DID of the author', 'Sources of packages', 'mine'])
  await expect(add).toBeFocused()
  const remove = list.getByRole('button', { name: 'Remove mine' })
  await remove.press('Enter')
  await expect(list.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await expectAccessible(page, 'sources of schemas')
  const sources = (await here.json('state', 'sources', 'list')) as { name: string; enabled: boolean }[]
  expect(sources.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['author', true],
    ['marketplace', false],
    ['mine', true],
  ])
})
