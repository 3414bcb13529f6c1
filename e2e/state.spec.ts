/** State as a database over a real daemon: many objects, filters, edits that meet, history, taking back, export. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible, focusShows, looksOfRun, tabTo, tick, tooWide } from './support/checks.ts'
import { createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'
import { connectTo, makeTasks, preferDatabase, TASK } from './support/state.ts'

test.describe.configure({ timeout: 180_000 })

const rows = (page: Page) => page.locator('tr[data-row]')
const filterButton = (page: Page) => page.getByRole('button', { name: /^Filter/ })

const openTasks = async (page: Page, satchel: Satchel, count: number) => {
  await satchel.json('cap', 'install', 'tasks', '--yes')
  const client = await connectTo(satchel)
  await makeTasks(client, count)
  await preferDatabase(page)
  await satchel.open(page, `/state?schema=${encodeURIComponent(TASK)}`)
  await expect(rows(page).first()).toContainText('Task')
  return client
}

test('thousands of objects are scrolled, filtered by conditions and by ASM-QL, explained and exported', async ({
  page,
  satchel,
}) => {
  const client = await openTasks(page, satchel, 1500)
  const footer = page.locator('footer')
  await expect(footer).toContainText('1,500 objects')
  expect(await rows(page).count()).toBeLessThan(60)

  // Far away by the scrollbar: the rows come, and still only those in view are in the page.
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(rows(page).first()).toContainText('Task 00000')
  await page.getByRole('grid').evaluate((table) => {
    const { parentElement: scroller } = table
    if (scroller !== null) scroller.scrollTop = scroller.scrollHeight
  })
  await expect(rows(page).last()).toContainText('Task 01499')
  expect(await rows(page).count()).toBeLessThan(60)

  await filterButton(page).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('Task 0001')
  await expect(footer).toContainText('10 objects')
  await expect(page.getByText('{"where":{"title":{"$contains":"Task 0001"}}')).toBeVisible()
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByRole('region', { name: 'Explain' })).toContainText(/Read [\d,]+ rows? in/)

  await page.getByRole('button', { name: 'Edit as ASM-QL' }).click()
  const query = page.getByRole('textbox', { name: 'Query in ASM-QL' })
  await query.fill('{"status": "done", "title": {"$startsWith": "Task 0000"}}')
  await expect(footer).toContainText('4 objects')
  await page.getByRole('button', { name: 'Back to conditions' }).click()
  await expect(page.getByRole('combobox', { name: 'Field' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Edit as ASM-QL' }).click()
  await query.fill('{"where": {"$or": [{"title": {"$like": "x"}}]}}')
  await expect(page.getByRole('alert')).toContainText('where.$or.0.title.$like')
  await page.getByRole('button', { name: 'Show where' }).click()
  const marked = await query.evaluate((area) =>
    area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : '',
  )
  expect(marked).toBe('"$like"')
  await query.fill('{"tags": {"$elemMatch": {"$eq": "tag1"}}}')
  await expect(page.getByText(/conditions can’t show it/)).toBeVisible()
  await expect(footer).toContainText('215 objects')

  await query.fill('{"group": ["priority"], "aggregate": {"n": {"$count": true}}, "timezone": "UTC"}')
  const groups = page.getByRole('table', { name: /: groups$/ })
  await expect(groups.getByRole('columnheader')).toHaveText(['priority', 'n'])
  const counted = await client.api.state.query.query({
    from: TASK,
    group: ['priority'],
    aggregate: { n: { $count: true } },
  })
  await expect(groups.getByRole('row')).toHaveCount((counted.groups?.length ?? 0) + 1)
  await query.fill('{"group": ["prority"]}')
  await expect(page.getByRole('alert')).toContainText('group.0')
  await query.fill('{"tags": {"$elemMatch": {"$eq": "tag1"}}}')
  await expect(footer).toContainText('215 objects')

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('radio', { name: 'CSV' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click()
  const csv = readFileSync(await (await saved).path(), 'utf8').split('\r\n')
  expect(csv[0]).toContain('id,title,')
  expect(csv).toHaveLength(217)
  await client.close()
})

test('an edit that meets another one is settled, and history compares, shows and takes back', async ({
  page,
  satchel,
}) => {
  const client = await openTasks(page, satchel, 3)
  const { items } = await client.api.state.query.query({ from: TASK, where: { title: 'Task 00001' } })
  const id = items[0]?.id ?? ''
  await rows(page).filter({ hasText: 'Task 00001' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.locator('[data-pointer="/title"] input').fill('Changed here')
  await client.api.state.update.mutate({
    schemaUri: TASK,
    id,
    patch: { $set: { title: 'Changed there', priority: 'low' } },
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const meeting = page.getByRole('alertdialog')
  await expect(meeting).toContainText('their values stay: Priority')
  await expect(meeting).toContainText('Changed there')
  await page.getByRole('button', { name: 'Save with these values' }).click()
  await expect(rows(page).filter({ hasText: 'Changed here' })).toBeVisible()
  const { object } = await client.api.state.get.query({ schemaUri: TASK, id })
  expect(object).toMatchObject({ title: 'Changed here', priority: 'low' })

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'What changed' }).first().click()
  await expect(page.locator('del').first()).toHaveText('there')
  const menu = page.getByRole('button', { name: 'Actions for this change' })
  await menu.last().click()
  await page.getByRole('menuitem', { name: 'Show as it was then' }).click()
  await expect(page.getByText(/^As it was on/)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Task 00001' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the present' }).click()

  await page.getByRole('tab', { name: 'History' }).click()
  await menu.nth(1).click()
  await page.getByRole('menuitem', { name: 'Undo this change' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('1 object would change.')
  await expect(sheet).toContainText('Title stays')
  await sheet.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(/by you, as an undo/)).toBeVisible()
  expect((await client.api.state.get.query({ schemaUri: TASK, id })).object['priority']).toBe('normal')

  await menu.last().click()
  await page.getByRole('menuitem', { name: 'Restore this version' }).click()
  await sheet.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(rows(page).filter({ hasText: 'Task 00001' })).toBeVisible()

  const proof = page.waitForEvent('download')
  await menu.last().click()
  await page.getByRole('menuitem', { name: 'Save proof' }).click()
  const text = JSON.parse(readFileSync(await (await proof).path(), 'utf8')) as unknown
  expect((await client.api.state.verifyProof.query({ proof: text })).ok).toBe(true)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(rows(page).filter({ hasText: 'Task 00001' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page).filter({ hasText: 'Task 00001' })).toBeVisible()
  await rows(page).filter({ hasText: 'Task 00001' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('radio', { name: 'Delete for good' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Delete for good' })).toBeDisabled()
  await tick(page.getByRole('checkbox', { name: 'I understand that this can’t be undone' }))
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.locator('footer')).toContainText('2 objects')
  await client.close()
})

test('what a conversation wrote is taken back there, and its history leads back to the conversation', async ({
  page,
  satchel,
}) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.json('chat', 'add note about buying milk tomorrow')
  await preferDatabase(page)
  await satchel.open(page, '/chat')
  await page.getByRole('link', { name: /buying milk/ }).click()
  const made = page.getByRole('link', { name: /^Created/ })
  await page.getByRole('button', { name: /^Undo: Created/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('1 object would change.')
  await sheet.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Undone')).toBeVisible()
  await made.click()
  await expect(page.getByText('This object no longer exists')).toBeVisible()

  await satchel.json('chat', 'add note about the spare key, it is with Ana')
  await rows(page).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('link', { name: 'Open conversation' }).click()
  await expect(
    page
      .locator('[data-turn]')
      .filter({ hasText: /spare key/ })
      .last(),
  ).toBeInViewport()
  await expect(page).toHaveURL(/turn=/)
})

test('by keyboard alone: the rows are walked, one is opened and edited, and the focus comes back', async ({
  page,
  satchel,
}) => {
  const client = await openTasks(page, satchel, 300)
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(rows(page).first()).toContainText('Task 00000')
  await tabTo(page, rows(page).first())
  await page.keyboard.press('End')
  await expect(rows(page).filter({ hasText: 'Task 00299' })).toBeFocused()
  expect(await focusShows(page)).toBe(true)
  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).filter({ hasText: 'Task 00001' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Task 00001' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Edit', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-pointer="/title"] input')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Task 00001 typed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Task 00001 typed' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Close', exact: true }).first())
  await page.keyboard.press('Escape')
  await expect(rows(page).filter({ hasText: 'Task 00001 typed' })).toBeFocused()
  await client.close()
})

test(
  'what a person sees of State has nothing a checker objects to, and stays within a small window',
  { tag: '@long' },
  async ({ page }) => {
    const satchel = await createVaultSatchel()
    try {
      const client = await openTasks(page, satchel, 40)
      await client.api.state.create.mutate({
        schemaUri: TASK,
        object: { title: 'عنوان طويل '.repeat(20), notes: '没有空格的很长的文字'.repeat(500) },
      })
      await filterButton(page).click()
      await page.getByRole('button', { name: 'Add condition' }).click()
      await page.getByRole('button', { name: 'Add group' }).click()
      await page.getByRole('button', { name: 'Explain' }).click()
      await expectAccessible(page, 'the filter')
      for (const size of looksOfRun([
        { width: 900, height: 600 },
        { width: 450, height: 300 },
      ])) {
        await page.setViewportSize(size)
        await expect.poll(() => tooWide(page), `the filter at ${String(size.width)}`).toEqual([])
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('button', { name: 'Edit as ASM-QL' }).click()
      await expectAccessible(page, 'ASM-QL')
      await filterButton(page).click()
      await page.getByRole('button', { name: 'Choose columns' }).click()
      await expectAccessible(page, 'the choice of columns')
      await page.getByRole('checkbox', { name: 'Notes' }).uncheck()
      await expect(page.getByRole('columnheader', { name: 'Notes' })).toBeHidden()
      await page.keyboard.press('Escape')

      await rows(page).nth(2).click()
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('button', { name: 'What changed' }).first().click()
      await expectAccessible(page, 'history')
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await expectAccessible(page, 'an edit')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expectAccessible(page, 'a deletion')
      await page.getByRole('button', { name: 'Cancel' }).click()
      for (const name of ['Storage and expiry', 'Export']) {
        await page.getByRole('button', { name }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessible(page, name)
        await page.setViewportSize({ width: 450, height: 300 })
        await expect.poll(() => tooWide(page), `${name} at 450`).toEqual([])
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await client.close()
    } finally {
      await satchel.dispose()
    }
  },
)
