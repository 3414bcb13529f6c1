/** The first screen: a model found here or a key, a starter set with one review, and a first sentence; by keyboard, in both themes. */
import { startAnthropicServer } from '../src-daemon/testing/anthropic-server.ts'
import { startOllamaServer } from './ollama-server/server.ts'
import { sendMessage } from './support/chat.ts'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

const SIZES = [
  [1280, 800],
  [900, 600],
  [420, 800],
] as const

test('begins with what runs on this computer and installs the starter set, by keyboard', async ({
  page,
  satchel,
}) => {
  const ollama = await startOllamaServer()
  try {
    satchel.env['OLLAMA_HOST'] = ollama.url
    await satchel.open(page)
    const found = page.getByRole('radio', { name: /^Ollama, found on this computer 2 models/ })
    await expect(found).toBeChecked()
    await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeInViewport()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [width, height] of looksOfRun(SIZES)) {
      await page.setViewportSize({ width, height })
      expect(await tooWide(page)).toEqual([])
    }
    await expectAccessible(page, 'the first screen')

    const without = page.getByRole('radio', { name: /^Without a model/ })
    await tabTo(page, without)
    await page.keyboard.press('Enter')
    await expect(without).toBeChecked()
    await expect(page.getByRole('button', { name: 'Model: Built-in planner' })).toBeVisible()
    await page.getByRole('checkbox', { name: /Units/ }).uncheck()
    await expect(page.getByText('Create “Note” objects')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Install 2 and start' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeHidden()
    await sendMessage(page, 'add note about buying milk tomorrow')
    await expect(page.getByText('Added to Note: “buying milk tomorrow”.')).toBeVisible()

    // Once more, from the settings.
    await page.goto(new URL('/#/settings?search=First', page.url()).href)
    await page.getByRole('link', { name: 'Open the first steps' }).click()
    await expect(page.getByRole('radio', { name: /^Without a model/ })).toBeChecked()
    await expect(page.getByText('Installed', { exact: true })).toHaveCount(2)
    await page.getByRole('radio', { name: /^Ollama/ }).click()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await expect(page.getByRole('button', { name: /^Model: qwen3:8b/ })).toBeVisible()
  } finally {
    await ollama.close()
  }
})

test('a wrong key is refused in words, and the right one gives its models', async ({ page, satchel }) => {
  const service = await startAnthropicServer({ key: 'sk-right' })
  try {
    await satchel.json('daemon', 'start')
    // The service of the test has the id of the preset, at an address of this computer.
    await satchel.json('models', 'endpoints', 'add', 'anthropic', '--url', service.url)
    await satchel.open(page)
    await page.getByRole('radio', { name: /^A service you have a key for/ }).click()
    await page.getByRole('combobox', { name: 'Service' }).click()
    await page.getByRole('option', { name: 'Anthropic' }).click()
    await page.getByLabel('Key', { exact: true }).fill('sk-wrong')
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('alert')).toContainText('Anthropic didn’t accept the key')
    await page.getByLabel('Key', { exact: true }).fill('sk-right')
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText('Anthropic answers. Choose a model:')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Model: claude-test' })).toBeVisible()
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('')
    expect(await page.content()).not.toContain('sk-right')
    await expectAccessible(page, 'a key on the first screen')
  } finally {
    await service.close()
  }
})
