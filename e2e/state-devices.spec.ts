/** Two devices of one owner that changed the same object: what the State page says about it, and how a person settles it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './support/checks.ts'
import { DIARY_SCHEMA, diaryText, signedText } from './support/diary.ts'
import { createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'
import { connectTo, preferDatabase } from './support/state.ts'

test.describe.configure({ timeout: 120_000 })

/** A diary that keeps every body written at the same time, and merges titles letter by letter, up to 30. */
const installDiary = async (satchel: Satchel): Promise<void> => {
  const text = diaryText({ version: '1.0.0', verbs: ['state.query'] })
    .replace(
      '"title": {"type": "string"}',
      '"title": {"type": "string", "maxLength": 30, "x-crdt": "rga_text"}',
    )
    .replace('"body": {"type": "string"}', '"body": {"type": "string", "x-crdt": "mv_register"}')
  const path = join(satchel.paths.dataDir, 'diary.acp.yaml')
  writeFileSync(path, await signedText(text))
  await satchel.json('cap', 'install', path, '--yes')
}

test('values written at the same time on two devices are marked, explained and settled in the page', async ({
  page,
}) => {
  const here = await createVaultSatchel()
  const there = await createVaultSatchel()
  try {
    for (const { env } of [here, there]) env['SATCHEL_BACKUP_PASSPHRASE'] = 'a passphrase to move by'
    const at = (name: string) => join(here.paths.dataDir, name)
    await here.json('keys', 'backup', at('keys.backup'), '--yes')
    await there.json('keys', 'restore', at('keys.backup'), '--as-owner', '--yes')
    await Promise.all([here, there].map(installDiary))
    const { object } = (await here.json(
      'state',
      'create',
      DIARY_SCHEMA,
      JSON.stringify({ title: 'Garden', body: 'Nothing yet.' }),
    )) as { object: { id: string } }
    await here.json('state', 'export', '--out', at('first'))
    await there.json('state', 'import', at('first'))
    const set = async (satchel: Satchel, body: string, title: string) => {
      const client = await connectTo(satchel)
      const patch = { $set: { body, title } }
      await client.api.state.update.mutate({ schemaUri: DIARY_SCHEMA, id: object.id, patch })
      await client.close()
    }
    await set(here, 'The roses are in bloom.', 'Garden with all its roses')
    await set(there, 'It rained all day.', 'Garden in the rain')
    await there.json('state', 'export', '--out', at('second'))
    await here.json('state', 'import', at('second'))

    const listed = (await here.json('devices', 'list')) as { replica: string; isThis: boolean }[]
    const other = listed.find(({ isThis }) => !isThis)?.replica ?? ''
    await here.json('devices', 'name', other, 'Old laptop')

    await preferDatabase(page)
    await here.open(page, `/state?schema=${encodeURIComponent(DIARY_SCHEMA)}`)
    const row = page.locator('tr[data-row]')
    await expect(row.getByRole('img')).toHaveAccessibleName('Doesn’t match its schema')
    const tree = page.getByRole('navigation', { name: 'Data' }).getByRole('link', { name: /Diary entry/ })
    await expect(tree).toContainText('1 object with conflicting values')
    await row.click()

    // The rule that is broken, in words, and from there to the field.
    const broken = page.getByRole('alert').filter({ hasText: 'doesn’t match its schema' })
    await expect(broken).toContainText('Title: must NOT have more than 30 characters')
    const list = page.getByRole('region', { name: 'Conflicting values' })
    const values = list.getByRole('listitem')
    await expect(values).toHaveCount(2)
    for (const text of ['The roses are in bloom.', 'It rained all day.']) {
      const value = values.filter({ hasText: text })
      await expect(value).toContainText('by you, in the terminal')
      await expect(value.locator('time')).toHaveAttribute('datetime', /^20/)
    }
    const devices = await values.getByRole('button', { name: /^Copy/ }).allInnerTexts()
    expect(new Set(devices).size).toBe(2)
    await expect(values.filter({ hasText: 'until you choose' })).toHaveCount(1)
    await expect(values.filter({ hasText: 'Old laptop' })).toContainText('It rained all day.')
    await expectAccessible(page, 'concurrent values')

    await broken.getByRole('button', { name: 'Edit Title' }).click()
    await expect(page.locator('[data-pointer="/title"] input')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Garden')
    await page.keyboard.press('Enter')
    await expect(broken).toBeHidden()
    await expect(row.getByRole('img')).toHaveAccessibleName('Has conflicting values for a field')
    await values
      .filter({ hasText: 'It rained all day.' })
      .getByRole('button', { name: /^Keep value \d of 2 for Body/ })
      .click()
    await expect(list).toBeHidden()
    await expect(row.getByRole('img')).toBeHidden()
    await expect(row).toContainText('It rained all day.')
    await expect(tree).not.toContainText('conflicting values')
  } finally {
    await Promise.all([here, there].map((satchel) => satchel.dispose()))
  }
})
