/** Why a message went where it went, and putting it right. */
import type { Page } from '@playwright/test'
import { startOllamaServer } from './ollama-server/server.ts'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

const install = async (satchel: Satchel) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.json('cap', 'install', 'tasks', '--yes')
}
const send = async (page: Page, text: string) => {
  const before = await answers(page).count()
  await sendMessage(page, text)
  await expect(answers(page)).toHaveCount(before + 1)
  // During a turn, a stop button replaces this one.
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
}
const answers = (page: Page) => page.getByRole('article', { name: 'Satchel' })
const why = (page: Page) => page.locator('[data-test="why"]')

test('a person reads why, puts it right, and the next message like it goes there at once', async ({
  page,
  satchel,
}) => {
  await install(satchel)
  await satchel.open(page)
  await send(page, 'add note about calling Ann')
  const answer = answers(page).last()
  await answer.getByRole('button', { name: /Why Note/ }).click()
  const panel = why(page)
  await expect(panel.locator('mark').first()).toContainText('add note about')
  await expect(panel).toContainText('Words: add note about')
  await expect(panel).toContainText('The line is the least score that is used.')
  await expect(panel).toContainText('No embedding model was used.')

  await panel.getByRole('combobox', { name: 'Use instead' }).click()
  await page.getByRole('option', { name: 'Tasks' }).click()
  await expect(panel).toContainText('an example for Tasks')
  await panel.getByRole('button', { name: 'Use it and remember' }).click()
  await expect(panel).toBeHidden()
  await expect(answers(page).last()).toContainText('Tasks, matched by your correction')
  await expect(answers(page)).toHaveCount(1)

  await page.getByRole('link', { name: 'New conversation' }).first().click()
  await send(page, 'Add note about calling Ann!')
  await expect(answers(page).last()).toContainText('Tasks, matched by your correction')
})

test('commands answer in the chat, and the terminal gives the same reasons', async ({ page, satchel }) => {
  await install(satchel)
  await satchel.open(page)
  await send(page, '/help')
  await expect(answers(page).last()).toContainText('/switch name')
  await expect(answers(page).last()).toContainText('Note (note)')
  await send(page, 'add note about milk')
  await send(page, '/tools')
  await expect(answers(page).last()).toContainText(/state\.create, about \d+ tokens/)
  await send(page, '/why')
  await expect(answers(page).last()).toContainText('Note fits the message best.')
  await send(page, '/switch taks')
  await expect(answers(page).last()).toContainText('Try: /switch tasks')
  await send(page, '/back')
  await expect(answers(page).last()).toContainText('No capability is in use now.')

  // What alone has kept something would take the message.
  await satchel.run('chat', 'add task water the plants')
  await send(page, 'a task note about milk')
  await expect(page.getByText('Which one do you mean')).toHaveCount(1)
  await expect(answers(page).last().getByRole('button', { name: 'Tasks', exact: true })).toBeEnabled()

  const told = await satchel.run('router', 'why', 'add note about milk')
  expect(told.stdout).toContain('Note fits the message best.')
  const exact = (await satchel.json('router', 'why', 'what is the capital of France')) as {
    decision: { capability: string | null; measure: { capabilities: number } }
  }
  expect(exact.decision).toMatchObject({ capability: null, measure: { capabilities: 2 } })
  const both = await satchel.run('router', 'why', 'text', '--message', 'id')
  expect(both.code).toBe(1)
})

test('commands and capabilities are completed by keyboard', async ({ page, satchel }) => {
  await install(satchel)
  await satchel.open(page)
  const box = page.getByRole('textbox', { name: 'Message' })
  const options = page.getByRole('option')
  await box.pressSequentially('/')
  await expect(options).toHaveText([/^\/help/, /^\/tools/, /^\/why/, /^\/switch/, /^\/back/])
  await expectAccessible(page, 'commands')
  for (const [width, height] of looksOfRun([
    [1280, 800],
    [900, 600],
    [450, 300],
  ] as const)) {
    await page.setViewportSize({ width, height })
    expect(await tooWide(page), String(width)).toEqual([])
  }
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^\/tools/)
  await box.pressSequentially('s')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(box).toHaveValue('/switch ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('/switch tasks')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(answers(page).last()).toContainText('Now using Tasks.')
  await box.pressSequentially('/w')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue('/w')
})

test('a person says that a message needs no capability, and it stays so', async ({ page, satchel }) => {
  await install(satchel)
  await satchel.open(page)
  await send(page, 'what is a note')
  await answers(page)
    .last()
    .getByRole('button', { name: /Why Note/ })
    .click()
  const panel = why(page)
  await panel.getByRole('combobox', { name: 'Use instead' }).click()
  await page.getByRole('option', { name: 'No capability' }).click()
  await expect(panel).toContainText('as one that needs no capability')
  await panel.getByRole('button', { name: 'Use it and remember' }).click()
  const answer = answers(page).last()
  await expect(answer).toContainText('No capability, as you chose for this message')
  await answer.getByRole('button', { name: /No capability, as you chose/ }).click()
  await panel.getByRole('combobox', { name: 'Use instead' }).click()
  await expect(page.getByRole('option', { name: 'No capability' })).toHaveCount(0)
  expect(await satchel.json('router', 'corrections')).toMatchObject([{ capability: null }])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  // Settings lists it, also what the terminal adds meanwhile; it is deleted there, and put back.
  await page.getByRole('link', { name: 'Settings' }).click()
  const kept = page.getByRole('list', { name: 'Messages you corrected' })
  await expect(kept.getByRole('listitem')).toHaveText([/what is a note.*No capability/])
  await satchel.json('router', 'correct', 'ring Bo', 'tasks')
  await expect(kept.getByRole('listitem')).toHaveText([/ring Bo.*Uses Tasks/, /what is a note/])
  await expectAccessible(page, 'corrections')
  const remove = page.getByRole('button', { name: 'Delete: ring Bo' })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(kept.getByRole('listitem')).toHaveCount(1)
  expect(await satchel.json('router', 'corrections')).toMatchObject([{ text: 'what is a note' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(kept.getByRole('listitem')).toHaveCount(2)
})

test('an embedding model finds a match without common words, and the explanation says so', async ({
  page,
  satchel,
}) => {
  const ollama = await startOllamaServer({
    models: [
      { name: 'near:latest', family: 'bert', contextLength: 512, capabilities: ['embedding'], size: 1 },
    ],
    // It takes "quick jotting" for what it makes of notes.
    vectorOf: (text) => (/\bnotes?\b|jotting/i.test(text) ? [1, 0.1, 0.1] : [0.1, 1, text.length % 7]),
  })
  try {
    satchel.env['OLLAMA_HOST'] = ollama.url
    await install(satchel)
    const asked = async () =>
      (await satchel.json('router', 'why', 'quick jotting')) as {
        decision: { measure: { embedding: string } }
      }
    await expect
      .poll(async () => (await asked()).decision.measure.embedding, { timeout: 20_000 })
      .toBe('used')
    await satchel.open(page)
    await send(page, 'quick jotting')
    await answers(page)
      .last()
      .getByRole('button', { name: /Why Note/ })
      .click()
    await expect(why(page)).toContainText('Close in meaning: ')
    await expect(why(page)).toContainText('Satchel also asked an embedding model.')
    await satchel.json('settings', 'set', 'embeddingModel', 'none')
    expect((await asked()).decision.measure.embedding).toBe('none')
  } finally {
    await ollama.close()
  }
})

test('the explanation works by keyboard, passes a checker, and fits a small window', async ({
  page,
  satchel,
}) => {
  await install(satchel)
  await satchel.open(page)
  await send(page, `add note about ${'milk and bread and '.repeat(12)}a todo for ${'W'.repeat(120)}`)
  const row = answers(page).last().getByRole('button', { name: /Why / })
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expect(why(page)).toBeVisible()
  await expectAccessible(page, 'why')
  for (const [width, height] of looksOfRun([
    [1280, 800],
    [900, 600],
    [450, 300],
  ] as const)) {
    await page.setViewportSize({ width, height })
    expect(await tooWide(page), String(width)).toEqual([])
  }
  await page.keyboard.press('Escape')
  await expect(why(page)).toBeHidden()
  await expect(row).toBeFocused()
})
