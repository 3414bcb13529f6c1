/** A model inside Satchel: offered on the first screen, fetched by its address, used, and deleted. With a real one, where it can be had. */
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'
import { serveFile } from '../src-daemon/testing/file-server.ts'
import { fetchModel, modelFile } from '../src-daemon/testing/real-model/model-server.ts'

const NAME = 'SmolLM2'

test('the first screen and the Models page offer a model for this computer', async ({ page, satchel }) => {
  await satchel.open(page)
  const choice = page.getByRole('radio', { name: /^A model inside Satchel/ })
  await choice.click()
  await expect(page.getByRole('button', { name: /^Download Qwen3 .*GB\)$/ })).toBeVisible()
  await page.goto(new URL('/#/models', page.url()).href)
  const offer = page.getByRole('region', { name: 'Run a model inside Satchel' })
  await expect(offer.getByText('Best fit')).toHaveCount(1)
  await expect(offer.getByRole('listitem')).toHaveCount(5)
  await offer.getByLabel('Another GGUF model', { exact: true }).fill('/nowhere/model.gguf')
  await offer.getByRole('button', { name: 'Download: Another GGUF model' }).click()
  await expect(offer.getByText('There’s no GGUF model at /nowhere/model.gguf.')).toBeVisible()
  await expectAccessible(page, 'Models')
  for (const [width, height] of looksOfRun([
    [1280, 800],
    [420, 800],
  ] as const)) {
    await page.setViewportSize({ width, height })
    expect(await tooWide(page)).toEqual([])
  }
})

test('a model is fetched, answers in the chat, and is deleted @long', async ({ page, satchel }) => {
  test.setTimeout(600_000)
  const fetched = fetchModel()
  test.skip('missing' in fetched, 'There is no real model here')
  const server = await serveFile('folder' in fetched ? modelFile(fetched.folder) : '')
  try {
    server.breakAfter = 20_000_000
    await satchel.open(page, '/models')
    const address = server.url.replace('model.gguf', `${NAME}.gguf`)
    const offer = page.getByRole('region', { name: 'Run a model inside Satchel' })
    await offer.getByLabel('Another GGUF model', { exact: true }).fill(address)
    await offer.getByRole('button', { name: 'Download: Another GGUF model' }).click()
    const pull = page.locator('[data-test="pull"]')
    await expect(pull.getByRole('progressbar')).toBeVisible()
    await expect(pull.getByText(/dropped|interrupted|connection/i)).toBeVisible({ timeout: 300_000 })
    server.breakAfter = null
    await pull.getByRole('button', { name: 'Resume' }).click()
    const card = page.getByRole('region', { name: 'Inside Satchel', exact: true })
    await expect(card.getByText(NAME)).toBeVisible({ timeout: 300_000 })
    await card.getByRole('button', { name: `Make default: ${NAME}` }).click()
    await expect(card.getByText('Default')).toBeVisible()
    await page.goto(new URL('/#/chat', page.url()).href)
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello, who are you?')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Stop/ })).toBeHidden({ timeout: 300_000 })
    await expect(page.getByRole('article').last()).toContainText(/\w{3}/)
    await page.goto(new URL('/#/models', page.url()).href)
    await expect(card.getByText('In memory')).toBeVisible()
    await card.getByRole('button', { name: 'Delete' }).click()
    await card.getByRole('button', { name: 'Delete' }).click()
    await expect(card).toBeHidden()
  } finally {
    await server.close()
  }
})
