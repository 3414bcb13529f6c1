/** A conversation in daily use: messages that wait, drafts, places, forks, search, pinned, archived and temporary ones. */
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, look, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const test = base.extend<{ model: OllamaServer; talking: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startOllamaServer({
      script: {
        about: 'answers slowly, or at once',
        turns: [
          {
            when: { user: 'slowly' },
            reply: { chunks: [{ content: 'word ', delayMs: 50, repeat: 600 }] },
          },
          {
            when: { user: 'at length' },
            reply: { chunks: [{ content: 'Yes.\n\n', repeat: 80 }, { content: 'A walnut cake at last.' }] },
          },
          { reply: { chunks: [{ content: 'The gardens open at nine.' }] } },
        ],
      },
    })
    await use(server)
    await server.close()
  },
  talking: async ({ model }, use) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    await use(satchel)
    await satchel.dispose()
  },
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const answers = (page: Page) => page.getByRole('article', { name: 'Satchel' })
const questions = (page: Page) => page.getByRole('article', { name: 'You' })
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting messages' })
const row = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })

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

test('conversations of other programs are imported, and a conversation is saved as a file', async ({
  page,
  talking,
}) => {
  await talking.open(page)
  const exported = ['walnuts', 'figs'].map((text) => ({
    uuid: text,
    name: `About ${text}`,
    created_at: '2024-05-01T10:00:00Z',
    updated_at: '2024-05-02T10:00:00Z',
    chat_messages: [
      { sender: 'human', text: `Tell me about ${text}`, content: [] },
      { sender: 'assistant', text: '<img src=x onerror=alert(1)> **They** grow.', content: [] },
    ],
  }))
  const choose = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import conversations…' }).click()
  await (
    await choose
  ).setFiles({
    name: 'conversations.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([...exported, 'nonsense'])),
  })
  await expect(page.getByText('2 conversations imported', { exact: true })).toBeVisible()
  await expect(page.getByText('1 had nothing in it that can be read.', { exact: true })).toBeVisible()
  await row(page, 'About figs').click()
  await expect(answers(page).locator('strong')).toHaveText('They')
  await expect(answers(page).locator('img')).toHaveCount(0)
  await row(page, 'About figs').hover()
  await page.getByRole('button', { name: 'Actions for “About figs”' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).press('ArrowRight')
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Markdown' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe('About figs.md')
})

test('a text file is attached by drop, shown with its size, and read by the model', async ({
  page,
  talking,
  model,
}) => {
  await talking.open(page)
  await field(page).fill('What is in it?')
  const drop = (name: string, content: string) =>
    page.evaluate(
      ([called, text]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([text ?? ''], called ?? '', { type: 'text/csv' }))
        document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [name, content],
    )
  await drop('sums.csv', 'walnuts,3')
  await drop('long.txt', 'x'.repeat(120_000))
  await drop('zero.bin', 'a\0b')
  await expect(page.getByRole('alert')).toContainText('“zero.bin” isn’t a text file')
  const chips = page.locator('[data-test=resource-chips]').getByRole('listitem')
  await expect(chips).toHaveText([
    /sums\.csv.*9 characters/,
    /long\.txt.*first 100,000 of 120,000 characters/,
  ])
  await expectAccessible(page, 'attached files')
  await field(page).press('Enter')
  await expect(answers(page)).toContainText('at nine')
  await expect(questions(page)).toContainText('sums.csv, 9 characters')
  expect(JSON.stringify(model.chats().at(-1)?.messages)).toContain('walnuts,3')
})

test('many text files go with a message, under their sum, as far as there is room', async ({
  page,
  talking,
  model,
}) => {
  await talking.open(page)
  await field(page).fill('What is in them?')
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  })
  const parts = Array.from({ length: 40 }, (_, index) =>
    file(`chapter-${String(index)}.txt`, `walnut ${String(index)}`),
  )
  const long = Array.from({ length: 11 }, (_, index) =>
    file(`long-${String(index)}.txt`, 'x'.repeat(100_000)),
  )
  await page.locator('input[type=file][multiple]').setInputFiles([...parts, ...long])
  await expect(page.getByRole('alert')).toContainText('2 texts were left out')
  await expect(page.getByText('49 texts, 900,350 characters taken in')).toBeVisible()
  // They leave room for what is written, and the last one is reached by scrolling.
  const chips = page.locator('[data-test=resource-chips]')
  expect((await chips.boundingBox())?.height).toBeLessThan(130)
  await look(page, 'many files')
  await chips.getByRole('button', { name: 'Remove long-8.txt' }).click()
  await expect(page.getByText('48 texts, 800,350 characters taken in')).toBeVisible()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(chips).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.locator('input[type=file][multiple]').setInputFiles(parts)
  await field(page).press('Enter')
  await expect(answers(page)).toContainText('at nine')
  const sum = questions(page).getByRole('button', { name: '40 texts, 350 characters taken in' })
  await sum.press('Enter')
  await look(page, 'many files, sent')
  await questions(page).getByRole('button', { name: 'chapter-39.txt' }).click()
  await expect(questions(page)).toContainText('walnut 39')
  expect(JSON.stringify(model.chats().at(-1)?.messages)).toContain('walnut 39')
})

/** Imports a conversation of `count` messages, `Number 0.` and so on. */
const importLong = async (talking: Satchel, count: number) => {
  const file = test.info().outputPath('long.json')
  const at = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 1000).toISOString()
  const conversation = {
    uuid: 'long',
    name: 'The long one',
    created_at: at(0),
    updated_at: at(count),
    chat_messages: Array.from({ length: count }, (_, index) => ({
      uuid: `long ${String(index)}`,
      sender: index % 2 === 0 ? 'human' : 'assistant',
      created_at: at(index),
      text: `Number ${String(index)}.${index % 2 === 0 ? '' : '\n\n- one\n- two\n- three'}`,
    })),
  }
  writeFileSync(file, JSON.stringify([conversation]))
  await talking.json('chat', 'import', file)
}
const scrollerOf = (page: Page) => page.locator('[tabindex="-1"].overflow-y-auto')

test('a long conversation is read by scrolling, and only what is near is drawn', async ({
  page,
  talking,
}) => {
  await importLong(talking, 300)
  await talking.open(page)
  await row(page, 'The long one').click()
  await expect(answers(page).last()).toContainText('Number 299.')
  const articles = page.locator('[data-message]')
  expect(await articles.count()).toBeLessThan(40)

  const scroller = scrollerOf(page)
  const number = (words: string | null) => Number(/Number (\d+)\./.exec(words ?? '')?.[1])
  const firstSeen = () =>
    scroller.evaluate((box) => {
      const { top } = box.getBoundingClientRect()
      const seen = [...box.querySelectorAll('[data-message]')].find(
        (one) => one.getBoundingClientRect().bottom > top,
      )
      return seen?.textContent ?? null
    })
  await scroller.hover()
  let before = number(await firstSeen())
  let most = 0
  while (before > 0) {
    await page.mouse.wheel(0, -500)
    await page.waitForTimeout(40)
    const now = number(await firstSeen())
    // Neither does what is drawn or given up move what is read, nor does reading stop.
    expect(before - now).toBeGreaterThanOrEqual(0)
    expect(before - now).toBeLessThan(16)
    before = now
    most = Math.max(most, await articles.count())
  }
  expect(most).toBeLessThan(80)
  await expect(page.getByRole('button', { name: 'Show earlier messages' })).toBeHidden()

  // The end is not drawn: one click goes there.
  await page.getByRole('button', { name: 'Go to latest message' }).click()
  await expect(answers(page).last()).toContainText('Number 299.')
  await expect(answers(page).last()).toBeInViewport()

  // By keyboard, and at the same place after another page.
  await page.getByRole('button', { name: 'Show earlier messages' }).press('Enter')
  await scroller.hover()
  await page.mouse.wheel(0, -6000)
  await page.waitForTimeout(600)
  const place = await firstSeen()
  await page.keyboard.press('Alt+4')
  await page.keyboard.press('Alt+1')
  await expect.poll(firstSeen).toBe(place)
})

test('what is read stays where it is while earlier messages are read and drawn above it', async ({
  page,
  talking,
}) => {
  await importLong(talking, 300)
  await talking.open(page)
  await row(page, 'The long one').click()
  await expect(answers(page).last()).toContainText('Number 299.')
  const scroller = scrollerOf(page)
  const first = page.locator('[data-message]').first()
  for (let jump = 0; jump < 4; jump += 1) {
    const before = await first.textContent()
    // To the top of what is drawn; then each frame says where the message that is seen there is.
    const places = await scroller.evaluate(async (box) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      box.scrollTop = 40
      await frame()
      const top = box.getBoundingClientRect().top
      const seen = [...box.querySelectorAll('[data-message]')].find(
        (one) => one.getBoundingClientRect().bottom > top,
      )
      const tops: number[] = []
      for (let at = 0; at < 60; at += 1) {
        // What is drawn in a frame comes after its callbacks.
        await frame()
        await new Promise((done) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', done)
          port1.start()
          port2.postMessage(null)
        })
        tops.push(Math.round((seen?.getBoundingClientRect().top ?? 0) - top))
      }
      return tops
    })
    expect(await first.textContent()).not.toBe(before)
    expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(1)
  }
})

test('a long conversation is read by keyboard, down to what can be done with a message', async ({
  page,
  talking,
}) => {
  await importLong(talking, 300)
  await talking.open(page)
  await row(page, 'The long one').click()
  await expect(answers(page).last()).toContainText('Number 299.')
  const scroller = scrollerOf(page)
  await scroller.focus()
  for (let at = 0; at < 4; at += 1) {
    await page.keyboard.press('PageUp')
    await page.waitForTimeout(150)
  }
  await expect(page.getByRole('button', { name: 'Go to latest message' })).toBeVisible()
  const answer = answers(page).filter({ visible: true }).last()
  await answer.getByRole('button').first().focus()
  const passed: string[] = []
  for (let at = 0; at < 4; at += 1) {
    const focused = page.locator(':focus')
    passed.push((await focused.getAttribute('aria-label')) ?? '')
    await expect(focused).toBeInViewport()
    await page.keyboard.press('Tab')
  }
  expect(passed).toEqual(expect.arrayContaining(['Copy message', 'Continue in a new conversation']))
})
