/** State as a person sees it: kinds, notes, tasks and cards, edited in place; a search; exports, and imports with their plan. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, focusShows, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { DIARY_SCHEMA, diaryText, signedText } from './support/diary.ts'
import { createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'
import { connectTo, makeTasks, NOTE, TASK } from './support/state.ts'

test.describe.configure({ timeout: 180_000 })

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]
const at = (schema: string) => `/state?schema=${encodeURIComponent(schema)}`
const kinds = (page: Page) => page.getByRole('navigation', { name: 'Kept for you' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search everything' })
const reader = (page: Page) => page.getByRole('region', { name: /^Object/ })

/** By a checker's rules, and nothing wider than the window. */
const expectFinished = async (page: Page, name: string) => {
  await expectAccessible(page, name)
  for (const size of looksOfRun(SIZES)) {
    await page.setViewportSize(size)
    await expect.poll(() => tooWide(page), `${name} at ${String(size.width)}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** A capability that keeps people, who are cards, and may name a friend. */
const installPeople = async (satchel: Satchel): Promise<void> => {
  const text = diaryText({ version: '1.0.0', title: 'People' })
    .replace('"title": "Diary entry"', '"title": "Person", "x-title": "nick"')
    .replace(
      '"title": {"type": "string"}',
      '"nick": {"type": "string"}, "friend": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}',
    )
    .replace('"body": {"type": "string"}', '"born": {"type": "string", "format": "date"}')
    .replace('["id", "title", "body",', '["id", "nick",')
  const path = join(satchel.paths.dataDir, 'people.acp.yaml')
  writeFileSync(path, await signedText(text))
  await satchel.json('cap', 'install', path, '--yes')
}

test('a note is made, changed where it is read, taken back, and found by its words', async ({
  page,
  satchel,
}) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.open(page, '/state')
  await kinds(page).getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('Nothing in Notes yet')).toBeVisible()

  await page.getByRole('button', { name: 'New', exact: true }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Create' }).click()
  await expect(sheet.locator('[data-pointer="/title"] input')).toBeFocused()
  await sheet.locator('[data-pointer="/title"] input').fill('The spare key')
  await sheet.locator('[data-pointer="/body"] textarea').fill('It is with Ana.\nSecond floor.')
  await sheet.getByRole('button', { name: 'Create' }).click()
  await expect(sheet).toBeHidden()
  const line = page.getByRole('button', { name: /^The spare key/ })
  await expect(line).toContainText('It is with Ana. Second floor.')

  const body = reader(page).getByRole('textbox', { name: 'Body' })
  await expect(body).toHaveValue('It is with Ana.\nSecond floor.')
  await body.fill('It is with Ben.')
  await expect(reader(page)).toContainText('Saved when you leave the field')
  await reader(page).getByRole('textbox', { name: 'Title' }).focus()
  await expect(line).toContainText('It is with Ben.')
  await reader(page).getByRole('button', { name: 'Undo' }).click()
  await expect(body).toHaveValue('It is with Ana.\nSecond floor.')
  await expect(line).toContainText('It is with Ana.')

  await reader(page).getByRole('textbox', { name: 'Title' }).fill('')
  await body.focus()
  await expect(reader(page)).toContainText('Not saved')
  await reader(page).getByRole('textbox', { name: 'Title' }).fill('The spare keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^The spare keys/ })).toBeVisible()
  await reader(page).getByRole('button', { name: 'History', exact: true }).click()
  await expect(reader(page)).toContainText('by you, as an undo')

  await search(page).fill('second flo')
  const hit = page.getByRole('region', { name: 'Search results' }).getByRole('link')
  await expect(hit).toHaveCount(1)
  await expect(hit.locator('mark')).toHaveText(['Second', 'floor'])
  await expect(page).toHaveURL(/words=/)
  await hit.click()
  await expect(body).toHaveValue(/Ana/)
  await expect(search(page)).toHaveValue('')
  await page.goBack()
  await expect(hit).toHaveCount(1)
  await search(page).fill('zebra')
  await expect(page.getByText('Nothing has “zebra”')).toBeVisible()
})

test('someone else’s edit of a note meets an unsaved one, and both are shown', async ({ page, satchel }) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  const client = await connectTo(satchel)
  const made = await client.api.state.create.mutate({
    schemaUri: NOTE,
    object: { title: 'Garden', body: 'Nothing yet.' },
  })
  const { id } = made.object
  await satchel.open(page, `${at(NOTE)}&id=${id}`)
  const body = reader(page).getByRole('textbox', { name: 'Body' })
  const set = (patch: object) =>
    client.api.state.update.mutate({ schemaUri: NOTE, id, patch: { $set: patch } })
  await set({ body: 'Roses.' })
  await expect(body).toHaveValue('Roses.')
  await body.fill('Tulips.')
  await set({ body: 'Daisies.' })
  await expect(page.getByRole('button', { name: /^Garden/ })).toContainText('Daisies.')
  await expect(body).toHaveValue('Tulips.')
  await reader(page).getByRole('textbox', { name: 'Title' }).focus()
  const meeting = page.getByRole('alertdialog')
  await expect(meeting).toContainText('Daisies.')
  await meeting.getByRole('button', { name: 'Save with these values' }).click()
  await expect(meeting).toBeHidden()
  await expect
    .poll(async () => (await client.api.state.get.query({ schemaUri: NOTE, id })).object['body'])
    .toBe('Tulips.')
  await client.close()
})

test('tasks are ticked in their place, by mouse and keyboard, among thousands', async ({ page, satchel }) => {
  await satchel.json('cap', 'install', 'tasks', '--yes')
  const client = await connectTo(satchel)
  await makeTasks(client, 1500)
  await satchel.open(page, at(TASK))
  const footer = page.locator('footer')
  await expect(footer).toContainText('1,000 objects')
  const boxes = page.getByRole('checkbox')
  expect(await boxes.count()).toBeLessThan(60)

  const first = boxes.first()
  const name = (await first.getAttribute('aria-label')) ?? ''
  await first.click()
  await expect(page.getByRole('checkbox', { name })).toBeChecked()
  const title = name.replace('Done: ', '')
  const { items } = await client.api.state.query.query({ from: TASK, where: { title } })
  expect(items[0]?.object['status']).toBe('done')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(footer).toContainText('501 objects')
  await page.getByRole('button', { name: 'To do', exact: true }).click()
  await expect(footer).toContainText('999 objects')

  const lines = page.locator('[data-open]')
  await tabTo(page, lines.first())
  await page.keyboard.press('End')
  await expect(page.locator('[data-row="998"] [data-open]')).toBeFocused()
  expect(await focusShows(page)).toBe(true)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(reader(page)).toBeVisible()
  const done = reader(page).getByRole('checkbox')
  await done.click()
  await expect(page.locator('[data-row="1"]').getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-row="1"] [data-open]')).toBeFocused()
  await client.close()
})

test('cards lead to each other, and the database is one click away', async ({ page, satchel }) => {
  await installPeople(satchel)
  const client = await connectTo(satchel)
  const make = async (object: Record<string, unknown>) =>
    (await client.api.state.create.mutate({ schemaUri: DIARY_SCHEMA, object })).object.id
  const tags = ['novel', 'a very long tag that goes on and on', 'summer', 'lent']
  const ana = await make({ nick: 'Ana', born: '1990-04-01', tags })
  const ben = await make({ nick: 'Ben', friend: ana })
  await satchel.open(page, at(DIARY_SCHEMA))
  await expect(kinds(page).getByRole('link', { name: 'Person' })).toContainText('2')
  const card = page.getByRole('button', { name: /^Ana/ })
  await expect(card).toContainText('1 Apr 1990')
  await expect(card).toContainText('+2')
  await expectFinished(page, 'cards')
  const tag = card.getByText(tags[1] ?? '')
  expect(await tag.evaluate((it) => getComputedStyle(it).textOverflow)).toBe('ellipsis')
  const edge = await card.boundingBox()
  const shown = await tag.boundingBox()
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0) - 8)
  await page.getByRole('button', { name: /^Ben/ }).click()
  const link = reader(page).getByRole('region', { name: 'Leads to' }).getByRole('link', { name: /Ana/ })
  await expect(link).toContainText('Friend')
  await link.click()
  await expect(reader(page).getByRole('textbox', { name: 'Nick' })).toHaveValue('Ana')
  await reader(page).locator('[data-pointer="/born"] input').fill('1991-05-02')
  await reader(page).getByRole('textbox', { name: 'Nick' }).focus()
  await expect(card).toContainText('2 May 1991')

  await reader(page).getByRole('button', { name: 'Show as it is stored' }).click()
  await expect(page.getByRole('tab', { name: 'JSON' })).toBeVisible()
  await expect(page.locator('tr[data-row]')).toHaveCount(2)
  await page.reload()
  await expect(page.locator('tr[data-row]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Reading view' }).click()
  await expect(reader(page)).toBeVisible()
  await page.goto(new URL(`/#${at(DIARY_SCHEMA)}&id=${ben}`, page.url()).href)
  await expect(reader(page).getByRole('textbox', { name: 'Nick' })).toHaveValue('Ben')
  await client.close()
})

test('what an import would change is shown before it is done', async ({ page }) => {
  const here = await createVaultSatchel()
  const there = await createVaultSatchel()
  try {
    for (const { env } of [here, there]) env['SATCHEL_BACKUP_PASSPHRASE'] = 'a passphrase to move by'
    const file = (name: string) => join(here.paths.dataDir, name)
    await here.json('keys', 'backup', file('keys.backup'), '--yes')
    await there.json('keys', 'restore', file('keys.backup'), '--as-owner', '--yes')
    await Promise.all([here, there].map((satchel) => satchel.json('cap', 'install', 'note', '--yes')))
    await here.json('state', 'create', NOTE, JSON.stringify({ title: 'Shared', body: 'One', tags: [] }))

    await here.open(page, '/state')
    await page.getByRole('button', { name: 'Export…' }).click()
    const sheet = page.getByRole('dialog')
    const saved = page.waitForEvent('download')
    await sheet.getByRole('button', { name: 'Save file' }).click()
    await (await saved).saveAs(file('first.changes'))
    await there.json('state', 'import', file('first.changes'))
    await there.json('state', 'create', NOTE, JSON.stringify({ title: 'From there', body: 'Two', tags: [] }))
    const [shared] = ((await there.json('state', 'query', '--from', NOTE)) as { items: { id: string }[] })
      .items
    await there.json('state', 'update', NOTE, shared?.id ?? '', JSON.stringify({ $set: { body: 'Three' } }))
    await there.json('state', 'export', '--scope', 'sc:note', '--out', file('second.changes'))

    await page.getByRole('button', { name: 'Import…' }).click()
    const choose = (name: string) => sheet.locator('input[type=file]').setInputFiles(file(name))
    writeFileSync(file('other.txt'), 'not a change set')
    await choose('other.txt')
    await expect(sheet.getByRole('alert')).toContainText('Nothing was imported')
    await expect(sheet.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await choose('second.changes')
    await expect(sheet).toContainText('2 objects would change.')
    const objects = sheet.getByRole('region', { name: 'Objects that would change' }).getByRole('listitem')
    // What Satchel keeps for itself comes after what is yours.
    await expect(objects.first()).not.toContainText('Satchel')
    await expect(objects.filter({ hasText: 'From there' })).toContainText('Notes · new')
    await expect(objects.filter({ hasText: 'Shared' })).toContainText('Notes · changes')
    await expectAccessible(page, 'the plan of an import')
    await expect(page.getByRole('button', { name: /^From there/, includeHidden: true })).toHaveCount(0)
    const action = sheet.getByRole('button', { name: /^Import \d/ })
    await expect(action).toBeEnabled()
    await action.click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: /^From there/ })).toBeVisible()

    await page.getByRole('button', { name: 'Import…' }).click()
    await choose('second.changes')
    await expect(sheet).toContainText('changes are already here.')
  } finally {
    await Promise.all([here, there].map((satchel) => satchel.dispose()))
  }
})

test('State is finished when it is empty, full, and when it fails', { tag: '@long' }, async ({ page }) => {
  const satchel = await createVaultSatchel()
  try {
    await satchel.open(page, '/state')
    await expect(page.getByText('No data yet')).toBeVisible()
    await expectFinished(page, 'nothing kept')
    await satchel.json('cap', 'install', 'tasks', '--yes')
    await kinds(page).getByRole('link', { name: 'Tasks' }).click()
    await expect(page.getByText('Nothing to do')).toBeVisible()
    await expectFinished(page, 'no tasks')
    const client = await connectTo(satchel)
    await makeTasks(client, 60)
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expectFinished(page, 'tasks')
    await page.locator('[data-open]').first().click()
    await expect(reader(page).getByRole('textbox', { name: 'Title' })).toBeVisible()
    await expectFinished(page, 'a task')
    await search(page).fill('number')
    await expect(page.getByText('60 objects found.')).toBeVisible()
    await expectFinished(page, 'a search')
    await search(page).fill('')
    for (const name of ['Export…', 'Import…']) {
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectFinished(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFinished(page, 'a new task')
    await page.keyboard.press('Escape')
    await client.close()
    await satchel.crash()
    await expect(page.getByText(/Lost the connection to the daemon/)).toBeVisible()
    await expectFinished(page, 'failing')
  } finally {
    await satchel.dispose()
  }
})
