/** Conversations of hundreds of messages: read by scrolling and by keyboard, with only what is near drawn. */
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, type Satchel } from './support/satchel.ts'
import { answers, row, test } from './support/talking.ts'

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

  // The place is where one was at the very last, however soon one leaves.
  const left = await scroller.evaluate(async (box) => {
    box.scrollTop -= 800
    await new Promise((done) => requestAnimationFrame(done))
    const { top } = box.getBoundingClientRect()
    const seen = [...box.querySelectorAll('[data-message]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    )
    location.hash = '/activity'
    return seen?.textContent ?? null
  })
  expect(left).not.toBe(place)
  await expect(page).toHaveURL(/activity/)
  await page.keyboard.press('Alt+1')
  await expect.poll(firstSeen).toBe(left)
})

test('what is read stays where it is while earlier messages are read and drawn above it', async ({
  page,
  talking,
}) => {
  await importLong(talking, 300)
  await talking.open(page)
  // What draws Markdown comes late, and is waited for.
  await page.route(/\/assets\/view-[^/]*\.js$/, async (route) => {
    await page.waitForTimeout(500)
    await route.continue()
  })
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
