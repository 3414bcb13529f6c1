/** A conversation in daily use: messages that wait, drafts, places, forks, search, pinned, archived and temporary ones. */
import { expectAccessible, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { expect } from './support/satchel.ts'
import { answers, field, questions, row, waiting, test } from './support/talking.ts'

test('a message sent during an answer waits, and can be changed, taken out or sent at once', async ({
  page,
  talking,
}) => {
  await talking.open(page)
  await sendMessage(page, 'Count slowly')
  await expect(answers(page)).toContainText('word word')
  for (const text of ['second', 'third', 'fourth']) {
    await field(page).fill(text)
    await expect(page.getByText('Your message is sent after that.')).toBeVisible()
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('')
  }
  await expect(waiting(page).getByRole('listitem')).toHaveText([/second/, /third/, /fourth/])
  await expectAccessible(page, 'waiting messages')
  // Twice in one go: the second click finds the message gone, and says nothing of it.
  await waiting(page)
    .getByRole('button', { name: 'Remove this message' })
    .nth(1)
    .evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
  await expect(waiting(page).getByRole('listitem')).toHaveText([/second/, /fourth/])
  await page.waitForTimeout(300)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await waiting(page).getByRole('button', { name: 'Edit this message' }).nth(1).click()
  await expect(field(page)).toHaveValue('fourth')
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1)
  await waiting(page).getByRole('button', { name: 'Send now' }).click()
  await expect(questions(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('The gardens open at nine.')
  await expect(waiting(page)).toBeHidden()
  await expect(answers(page).first()).toContainText('Stopped')
})

test('someone at the end stays there as a waiting message is sent, however slow the computer', async ({
  page,
  talking,
}) => {
  await talking.open(page)
  await sendMessage(page, 'Tell me at length')
  await expect(answers(page)).toContainText('walnut')
  await sendMessage(page, 'Count slowly')
  await expect(answers(page).last()).toContainText('word word')
  for (const text of ['second', 'third']) {
    await field(page).fill(text)
    await field(page).press('Enter')
  }
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await waiting(page).getByRole('button', { name: 'Send now' }).first().click()
  await expect(answers(page).last()).toContainText('at nine')
  await expect(waiting(page)).toBeHidden()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(answers(page).last().getByRole('button', { name: 'Copy message' })).toBeInViewport()
})

test('what is half written stays with its conversation, also over a restart', async ({ page, talking }) => {
  await talking.open(page)
  await field(page).fill('not yet')
  await page.getByRole('link', { name: 'State' }).click()
  await page.keyboard.press('Alt+1')
  await expect(field(page)).toHaveValue('not yet')
  await sendMessage(page, 'When do they open?')
  await expect(answers(page)).toContainText('at nine')
  await field(page).fill('and close')
  await page.getByRole('link', { name: 'New conversation' }).click()
  await expect(field(page)).toHaveValue('')
  await row(page, 'When do they open?').click()
  await expect(field(page)).toHaveValue('and close')
  // Another page and back: the same conversation, not a new one.
  await page.keyboard.press('Alt+4')
  await page.keyboard.press('Alt+1')
  await expect(answers(page)).toContainText('at nine')
  await talking.crash()
  await talking.open(page)
  await row(page, 'When do they open?').click()
  await expect(field(page)).toHaveValue('and close')
})

test('an answer goes on in a new conversation, and everything said is found in its place', async ({
  page,
  talking,
}) => {
  await talking.open(page)
  await sendMessage(page, 'When do they open?')
  await expect(answers(page)).toContainText('at nine')
  await answers(page).getByRole('button', { name: 'Continue in a new conversation' }).click()
  await expect(row(page, 'When do they open? (2)')).toBeVisible()
  await expect(page).toHaveTitle('Chat – Satchel')
  await sendMessage(page, 'And the museum?')
  await expect(answers(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'New conversation' }).click()
  await page.getByRole('searchbox', { name: 'Search everything said' }).fill('muse')
  const hit = page.getByRole('list', { name: 'Messages found' }).getByRole('link')
  await expect(hit).toHaveCount(1)
  await expect(hit.locator('mark')).toHaveText('museum')
  await expectAccessible(page, 'what was found')
  await hit.click()
  await expect(questions(page).last()).toContainText('And the museum?')
  // The page itself stays where it is.
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String)))
    .toEqual(['muse'])
  const { hits } = (await talking.json('chat', 'search', 'museum')) as { hits: { title: string }[] }
  expect(hits).toMatchObject([{ title: 'When do they open? (2)', role: 'user' }])
  // Of two messages of one turn, the one that says it is marked.
  const outlined = page.getByRole('article').and(page.locator('.outline-1'))
  await expect(outlined).toHaveText(/And the museum\?/)
  await page.getByRole('searchbox', { name: 'Search everything said' }).fill('gardens')
  await expect(hit.first().locator('mark')).toHaveText('gardens')
  await hit.first().click()
  await expect(outlined).toHaveText(/The gardens open at nine/)
})

test('what was said far down in a long answer is brought into view', async ({ page, talking }) => {
  await talking.open(page)
  await sendMessage(page, 'Tell me at length')
  await expect(answers(page)).toContainText('walnut')
  await page.getByRole('link', { name: 'New conversation' }).click()
  await page.getByRole('searchbox', { name: 'Search everything said' }).fill('walnut')
  await page.getByRole('list', { name: 'Messages found' }).getByRole('link').click()
  await expect(answers(page).getByText('A walnut cake at last.')).toBeInViewport()
  await expect(questions(page)).not.toBeInViewport()
})

test('the palette leads to settings, to what is kept, and to what was said', async ({ page, talking }) => {
  await talking.json('cap', 'install', 'note', '--yes')
  await talking.json('chat', 'add note about walnuts', '--model', 'planner')
  await talking.open(page)
  await sendMessage(page, 'When do they open?')
  await expect(answers(page)).toContainText('at nine')
  const find = async (words: string, group: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('textbox').fill(words)
    await page.getByRole('group', { name: group }).getByRole('option', { name }).click()
  }
  await find('theme', 'Settings', /^Theme/)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await find('walnuts', 'Kept in State', /^walnuts/)
  await expect(page.getByRole('region', { name: /walnuts/ })).toBeVisible()
  await find('gardens', 'Said in conversations', /The gardens open/)
  await expect(answers(page)).toContainText('The gardens open')
  // Activity names the conversations of its calls.
  await page.keyboard.press('Alt+5')
  await expect(page.getByRole('main').getByRole('link', { name: 'add note about walnuts' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill('walnuts')
  await expect(page.getByRole('option', { name: /^walnuts/ })).toBeVisible()
  await expectAccessible(page, 'what the palette found')
})

test('conversations are pinned, archived, and temporary where nothing is to be kept', async ({
  page,
  talking,
}) => {
  await talking.open(page)
  for (const text of ['First question', 'Second question']) {
    await page.getByRole('link', { name: 'New conversation' }).click()
    await sendMessage(page, text)
    await expect(answers(page)).toContainText('at nine')
  }
  const act = async (title: string, action: string) => {
    await row(page, title).hover()
    await page.getByRole('button', { name: `Actions for “${title}”` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const listMenu = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('First question', 'Pin')
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await act('Second question', 'Archive')
  await expect(row(page, 'Second question')).toBeHidden()
  await listMenu('Archived conversations')
  await expect(row(page, 'Second question')).toBeVisible()
  await expect(row(page, 'First question')).toBeHidden()
  await act('Second question', 'Move back')
  await listMenu('All other conversations')
  await expect(row(page, 'Second question')).toBeVisible()

  await page.getByRole('link', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Temporary' }).click()
  await expectAccessible(page, 'a temporary conversation to begin')
  await sendMessage(page, 'Between us')
  await expect(answers(page)).toContainText('at nine')
  await expect(page.locator('header').getByText('Temporary')).toBeVisible()
  await page.setViewportSize({ width: 420, height: 700 })
  expect(await tooWide(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await talking.crash()
  await talking.open(page)
  await expect(row(page, 'Second question')).toBeVisible()
  await expect(page.getByText('Between us')).toBeHidden()
})
