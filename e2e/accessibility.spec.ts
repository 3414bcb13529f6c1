/** Accessibility of the pages: no violation a checker finds, every step by keyboard, a visible focus, no motion on request. */
import type { Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { expectAccessible, focusShows, tabTo } from './support/checks.ts'
import { createSatchel, expect, sharedSatchel, test } from './support/satchel.ts'

const MILK = 'add note about buying milk tomorrow'
const NOTE = 'did:nuwa:state:note#v1'

const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    window.location.hash = to
  }, path)
}

test('no page has anything a checker objects to', { tag: '@long' }, async ({ page, satchel }) => {
  test.setTimeout(300_000)
  await satchel.open(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible()
  await expectAccessible(page, 'Chat without capabilities')

  await go(page, '/capabilities')
  await page.getByRole('link', { name: /^Note/ }).click()
  await expect(page.getByRole('heading', { name: 'Note', level: 1 })).toBeVisible()
  await expectAccessible(page, 'a capability that is offered')
  await page.getByRole('button', { name: 'Review and install' }).click()
  await expect(page.getByRole('dialog')).toContainText('Built in')
  await expectAccessible(page, 'the review before an installation')
  await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page, 'the toast after an installation')

  await go(page, '/chat')
  await expect(page.getByText('What can Satchel do for you?')).toBeVisible()
  await expectAccessible(page, 'Chat without a word')
  await page.getByRole('textbox', { name: 'Message' }).fill(MILK)
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article', { name: 'Satchel' })
  await expect(answer).toContainText('Added to Note')
  await answer
    .getByRole('button', { name: /buying milk tomorrow/ })
    .first()
    .click()
  await expectAccessible(page, 'Chat with an answer')

  for (const tab of ['Overview', 'Tools', 'Permissions', 'State', 'Versions', 'Activity', 'Source']) {
    await go(page, `/capabilities/note?tab=${tab.toLowerCase()}`)
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
    await expectAccessible(page, `Capabilities, ${tab}`)
  }

  await go(page, '/state')
  const note = page.getByRole('button', { name: /^buying milk tomorrow/ })
  await note.click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/buying milk tomorrow/)
  await expectAccessible(page, 'State, a note')
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expectAccessible(page, 'State, the history of a note')
  await page.getByRole('searchbox').fill('milk')
  await expect(page.getByRole('link', { name: /^buying milk tomorrow/ })).toBeVisible()
  await expectAccessible(page, 'State, a search')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Database view' }).click()
  const row = page.getByRole('row').filter({ hasText: 'buying milk tomorrow' })
  await expect(row).toBeVisible()
  await expectAccessible(page, 'State as a database')
  await row.click()
  for (const tab of ['Values', 'JSON', 'History']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectAccessible(page, `State, an object, ${tab}`)
  }

  for (const [path, heading] of [
    ['/identity', 'Identity'],
    ['/agents', 'Agents'],
    ['/settings', 'Settings'],
  ] as const) {
    await go(page, path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.locator('[role="status"][aria-label]')).toHaveCount(0)
    await expectAccessible(page, heading)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  // Its list is scrolled by the arrow keys from the field, which keeps the focus.
  await expectAccessible(page, 'the palette')
})

test('the pages before the app have nothing a checker objects to', async ({ page }) => {
  const setup = createSatchel({ keychain: false, passphrase: null })
  try {
    await setup.open(page)
    await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible()
    await expectAccessible(page, 'The first screen')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Passphrase', { exact: true })).toBeVisible()
    await expectAccessible(page, 'Setup')
  } finally {
    await setup.dispose()
  }
  const broken = createSatchel()
  try {
    await broken.run('daemon', 'start')
    await broken.run('daemon', 'stop')
    writeFileSync(broken.paths.database, 'not a database at all'.repeat(100))
    await broken.open(page)
    await expect(page.getByText('Satchel stopped before changing anything')).toBeVisible()
    await expectAccessible(page, 'Problem')
    await page.getByRole('button', { name: 'Set the damaged database aside' }).click()
    await expectAccessible(page, 'Problem, its remedy')
  } finally {
    await broken.dispose()
  }
})

test('by keyboard alone: install Note, send the sentence, open the object, and come back', async ({
  page,
  satchel,
}) => {
  await satchel.open(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible()
  await page.keyboard.press('Alt+2')
  await tabTo(page, page.getByRole('link', { name: /^Note/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Review and install' }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Built in')
  await tabTo(page, sheet.getByRole('button', { name: 'Install', exact: true }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()

  await page.keyboard.press('Alt+1')
  const box = page.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeFocused()
  expect(await focusShows(page)).toBe(true)
  await page.keyboard.type(MILK)
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article', { name: 'Satchel' })
  await expect(answer).toContainText('Added to Note')
  await tabTo(page, answer.getByRole('button', { name: /buying milk tomorrow/ }).first())
  await page.keyboard.press('Enter')
  await tabTo(page, answer.getByRole('link', { name: /Created/ }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/#\/state\?/)
  const object = page.getByRole('heading', { name: 'buying milk tomorrow' })
  await expect(object.first()).toBeVisible()
  await page.keyboard.press('Alt+4')
  await expect(object).toBeHidden()
  const line = page.getByRole('button', { name: /^buying milk tomorrow/ })
  await tabTo(page, line)
  await page.keyboard.press('Enter')
  await expect(object.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(object).toBeHidden()
  await expect(line).toBeFocused()
})

test('the focus can be seen wherever Tab brings it', { tag: '@long' }, async ({ page, satchel }) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.json('state', 'create', NOTE, JSON.stringify({ title: 'seen', body: 'seen', tags: [] }))
  await satchel.open(page)
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const tab = (name: string) => page.getByRole('tab', { name, selected: true })
  for (const [path, shown] of [
    ['/chat', page.getByRole('textbox', { name: 'Message' })],
    ['/capabilities/note', heading('Note')],
    ['/state', page.getByRole('searchbox', { name: 'Search everything', exact: true })],
    ['/identity', heading('Identity')],
    ['/settings', heading('Settings')],
    ['/agents', heading('Agents')],
    ['/agents?tab=inbox', tab('Inbox')],
    ['/agents?tab=description', tab('My description')],
    ['/agents?tab=calls', tab('Calls')],
  ] as const) {
    await go(page, path)
    // The page before stays until the next one is loaded.
    await expect(shown).toBeVisible()
    const hidden: string[] = []
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab')
      const where = await page.evaluate(() => {
        const focused = document.activeElement
        return focused === null || focused === document.body ? null : focused.outerHTML.slice(0, 160)
      })
      if (where !== null && !(await focusShows(page))) hidden.push(where)
    }
    expect(hidden, path).toEqual([])
  }
})

test.describe('in which nothing is changed', () => {
  const shared = sharedSatchel()

  test('the first Tab offers to skip the rail, and the offer works', async ({ page }) => {
    const satchel = shared()
    await satchel.open(page, '/identity')
    // Loaded afresh, so that no other page has had the focus.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Identity', level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('banner').getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('nothing moves for who asked for less motion', async ({ page }) => {
    const satchel = shared()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await satchel.open(page, '/capabilities/note')
    await page.getByRole('button', { name: 'Review and install' }).click()
    await expect(page.getByRole('dialog')).toContainText('Built in')
    const moving = await page.evaluate(() => {
      const longest = (value: string) => Math.max(...value.split(',').map((part) => Number.parseFloat(part)))
      return [...document.querySelectorAll('*')]
        .filter((element) => {
          const style = getComputedStyle(element)
          const repeats = style.animationName !== 'none' && style.animationIterationCount === 'infinite'
          return (
            longest(style.animationDuration) > 0.001 || longest(style.transitionDuration) > 0.001 || repeats
          )
        })
        .map((element) => element.outerHTML.slice(0, 160))
    })
    expect(moving).toEqual([])
  })

  test('a sheet that slides in is there within 180 ms', async ({ page }) => {
    const satchel = shared()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await satchel.open(page, '/capabilities/note')
    await page.getByRole('button', { name: 'Review and install' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('Built in')
    const { name, seconds } = await sheet.evaluate((it) => {
      const { animationName, animationDuration } = getComputedStyle(it)
      return { name: animationName, seconds: Number.parseFloat(animationDuration) }
    })
    expect(name).toContain('slide-in')
    expect(seconds).toBeGreaterThanOrEqual(0.12)
    expect(seconds).toBeLessThanOrEqual(0.18)
  })
})
