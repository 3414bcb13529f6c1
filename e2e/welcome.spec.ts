/** The first screen: a model found here or a key, a starter set with one review, and a first sentence; by keyboard, in both themes. */
import { existsSync, readdirSync } from 'node:fs'
import { startAnthropicServer } from '../src-daemon/testing/anthropic-server.ts'
import { startOllamaServer } from './ollama-server/server.ts'
import { sendMessage } from './support/chat.ts'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { createSatchel, expect, test } from './support/satchel.ts'

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

test('without a keychain the first screen comes first, then a passphrase and why; nothing is stored before', async ({
  page,
}) => {
  const ollama = await startOllamaServer()
  const satchel = createSatchel({
    keychain: false,
    passphrase: null,
    env: { OLLAMA_HOST: ollama.url },
  })
  try {
    await satchel.open(page)
    await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Ollama, found on this computer 2 models/ })).toBeChecked()
    await expect(page.getByLabel('Passphrase', { exact: true })).toBeHidden()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [width, height] of looksOfRun(SIZES)) {
      await page.setViewportSize({ width, height })
      expect(await tooWide(page)).toEqual([])
    }
    await expectAccessible(page, 'the first screen without a keychain')

    // In the language that is chosen, also what the starter set may do.
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Español' }).click()
    await expect(page.getByRole('heading', { name: 'Te damos la bienvenida a Satchel' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Unidades/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Idioma' }).click()
    await page.getByRole('option', { name: 'English' }).click()

    const without = page.getByRole('radio', { name: /^Without a model/ })
    await tabTo(page, without)
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: /Units/ }).uncheck()
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByText(/no keychain Satchel can use/)).toBeVisible()
    await expect(page.getByLabel('Passphrase', { exact: true })).toBeFocused()
    // Nothing is on the disk that would have to be encrypted.
    expect(existsSync(satchel.paths.database)).toBe(false)
    expect(
      readdirSync(satchel.paths.dataDir).filter((file) => /vault|identity|config|\.db/.test(file)),
    ).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(without).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /Units/ })).not.toBeChecked()
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByLabel('Passphrase', { exact: true }).fill('short')
    await page.getByLabel('Repeat the passphrase').fill('short')
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
    await page.getByLabel('Passphrase', { exact: true }).fill('lantern copper meadow')
    await page.getByLabel('Repeat the passphrase').fill('lantern copper meadow')
    await page.getByRole('button', { name: 'Create key' }).click()

    // What was chosen holds: the planner answers, and two of three capabilities are there.
    await sendMessage(page, 'add note about buying milk tomorrow')
    await expect(page.getByText('Added to Note: “buying milk tomorrow”.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Model: Built-in planner/ })).toBeVisible()
    // A low window says that there are more pages than it shows, below or above.
    await page.setViewportSize({ width: 900, height: 600 })
    await expect(page.locator('[data-test=more-below]')).toBeVisible()
    await expect(page.locator('[data-test=more-above]')).toHaveCount(0)
    await page.getByRole('link', { name: 'Sharing', exact: true }).scrollIntoViewIfNeeded()
    await expect(page.locator('[data-test=more-below]')).toHaveCount(0)
    await expect(page.locator('[data-test=more-above]')).toBeVisible()
    expect(await satchel.json('cap', 'list')).toMatchObject({
      installed: [{ name: 'note' }, { name: 'tasks' }],
    })
    await page.getByRole('link', { name: 'Identity' }).click()
    await expect(page.getByText(/did:key:z6Mk/).first()).toBeVisible()
  } finally {
    await satchel.dispose()
    await ollama.close()
  }
})
