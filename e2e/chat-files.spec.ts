/** Files of a conversation: taken in from other programs, saved, and attached to messages. */
import { expectAccessible, look } from './support/checks.ts'
import { expect } from './support/satchel.ts'
import { answers, field, questions, row, test } from './support/talking.ts'

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
