/** Several windows on one daemon: two tabs of a browser, as two windows of the app. */
import type { Page } from '@playwright/test'
import { sendMessage } from './support/chat.ts'
import { expect, type Satchel } from './support/satchel.ts'
import { answers, field, questions, waiting, test } from './support/talking.ts'

/** Another window, on the conversation of the first. */
const openBeside = async (satchel: Satchel, page: Page): Promise<Page> => {
  const other = await page.context().newPage()
  await satchel.open(other, new URL(page.url()).hash.slice(1))
  return other
}
/** Looks into a window that was behind another. A browser that is driven tells each of its pages that it has the focus. */
const lookInto = async (page: Page) => {
  for (const other of page.context().pages())
    if (other !== page) await other.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

test('one conversation is written, stopped and continued from two windows', async ({ page, talking }) => {
  await talking.open(page)
  await sendMessage(page, 'When do they open?')
  await expect(answers(page)).toContainText('at nine')
  const other = await openBeside(talking, page)
  await expect(answers(other)).toContainText('at nine')

  // An answer arrives in both, a message waits in both, and either ends it.
  await sendMessage(page, 'Count slowly')
  await expect(answers(page).last()).toContainText('word word')
  await expect(answers(other).last()).toContainText('word word')
  const lengthOf = async () => (await answers(other).last().innerText()).length
  const before = await lengthOf()
  await expect.poll(lengthOf).toBeGreaterThan(before)
  await field(other).fill('and then?')
  await field(other).press('Enter')
  await expect(waiting(page).getByRole('listitem')).toHaveText(/and then\?/)
  await waiting(page).getByRole('button', { name: 'Send now' }).click()
  for (const one of [page, other]) {
    await expect(waiting(one)).toBeHidden()
    await expect(questions(one)).toHaveCount(3)
    await expect(answers(one).nth(1)).toContainText('Stopped')
    await expect(answers(one).last()).toContainText('at nine')
  }

  // What one window does to the conversation is seen in the other.
  await lookInto(other)
  await answers(other).last().getByRole('button', { name: 'Answer again', exact: true }).click()
  await expect(answers(page).last()).toContainText('2 of 2')
  await other.close()
})

test('what is half written in one window is there in the other, and gone once it is sent', async ({
  page,
  talking,
}) => {
  await talking.open(page)
  await sendMessage(page, 'When do they open?')
  await expect(answers(page)).toContainText('at nine')
  const other = await openBeside(talking, page)
  await expect(answers(other)).toContainText('at nine')
  await page.bringToFront()
  await field(page).fill('and close')
  await lookInto(other)
  await expect(field(other)).toHaveValue('and close')
  // Written further there, it isn't overwritten by what the first had.
  await field(other).fill('and close, please')
  await lookInto(page)
  await expect(field(page)).toHaveValue('and close, please')
  await field(page).press('Enter')
  await expect(answers(page)).toHaveCount(2)
  await lookInto(other)
  await expect(field(other)).toHaveValue('')

  // What is written in a window at this moment stays, whatever another one kept.
  await field(page).fill('from the first')
  await lookInto(other)
  await expect(field(other)).toHaveValue('from the first')
  await field(other).fill('from the second')
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await other.waitForTimeout(300)
  await expect(field(other)).toHaveValue('from the second')
  await other.close()
})
