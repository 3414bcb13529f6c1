/** Personas chosen at the composer, and a library of prompts with variables. */
import { sendMessage } from './support/chat.ts'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { startOllamaServer } from './ollama-server/server.ts'
import { createSatchel, expect, test } from './support/satchel.ts'

test('a persona is made, chosen for a conversation, and answers as it was told', async ({ page }) => {
  test.slow()
  const ollama = await startOllamaServer()
  const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
  try {
    await satchel.open(page, '/prompts')
    await expect(page.getByText('No personas yet')).toBeVisible()
    await expectAccessible(page, 'prompts, empty')
    await page.getByRole('button', { name: 'New persona' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name', { exact: true }).fill('Pirate')
    await sheet.getByLabel('Instructions').fill('Talk like a pirate.')
    await sheet.getByRole('switch', { name: 'Only some capabilities' }).click()
    await expectAccessible(page, 'a persona')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('[data-test=persona]')).toContainText('No capabilities')
    for (const width of looksOfRun([1280, 900, 420])) {
      await page.setViewportSize({ width, height: 800 })
      expect(await tooWide(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })

    // Chosen by keyboard before the conversation begins.
    await page.goto(new URL('#/chat', page.url()).href)
    await tabTo(page, page.getByRole('button', { name: /^How Satchel answers here/ }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemcheckbox', { name: /Pirate/ }).press('Enter')
    await expect(page.getByRole('button', { name: 'How Satchel answers here: Pirate' })).toBeVisible()
    await sendMessage(page, 'hello there')
    await expect(page.getByRole('article', { name: 'Satchel' })).toBeVisible()
    await expect.poll(() => JSON.stringify(ollama.chats())).toContain('Talk like a pirate.')
    await page.reload()
    await expect(page.getByRole('button', { name: 'How Satchel answers here: Pirate' })).toBeVisible()

    const listed = await satchel.run('personas')
    expect(listed.stdout).toContain('Pirate')
    const said = await satchel.run('chat', 'ahoy', '--persona', 'pirate')
    expect(said.code).toBe(0)
    expect((await satchel.run('chat', 'ahoy', '--persona', 'nobody')).code).toBe(1)
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})

test('a prompt is typed after a slash, its variables are filled in, and nothing is sent before it is read', async ({
  page,
  satchel,
}) => {
  await satchel.open(page, '/prompts')
  await page.getByRole('button', { name: 'New prompt' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name', { exact: true }).fill('Thank you letter')
  await sheet.getByLabel('Text', { exact: true }).fill('Thank {{name}} for {{what}}.')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[data-test=prompt]')).toContainText('name, what')
  await expectAccessible(page, 'prompts')

  await page.goto(new URL('#/chat', page.url()).href)
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('/thank')
  await expect(page.getByRole('option', { name: /Thank you letter.*Your prompt/ })).toBeVisible()
  await expectAccessible(page, 'a prompt is looked for')
  await box.press('Enter')
  const form = page.locator('[data-test=prompt-variables]')
  await expect(form.getByLabel('name')).toBeFocused()
  await page.keyboard.type('Ana')
  await form.getByLabel('what').fill('the book')
  await expectAccessible(page, 'the variables of a prompt')
  await form.getByLabel('what').press('Enter')
  await expect(box).toHaveValue('Thank Ana for the book.')
  await expect(box).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(0)
  await box.fill('')

  // From its page, too; Escape leaves the field as it was.
  await page.goto(new URL('#/prompts', page.url()).href)
  await page.getByRole('link', { name: 'Use Thank you letter' }).click()
  await expect(form.getByLabel('name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(box).toHaveValue('')

  expect((await satchel.run('prompts')).stdout).toMatch(/Thank you letter +yours +name, what/)
  const filled = await satchel.run('prompts', 'fill', 'thank you letter', 'name=Bo', 'what=a = b')
  expect(filled.stdout).toBe('Thank Bo for a = b.\n')
  expect((await satchel.run('prompts', 'add', 'thank you LETTER', 'x')).stderr).toContain('prompt_name_taken')
  await satchel.run('prompts', 'remove', 'thank you letter')
  await page.goto(new URL('#/prompts', page.url()).href)
  await expect(page.getByText('No prompts yet')).toBeVisible()
})
