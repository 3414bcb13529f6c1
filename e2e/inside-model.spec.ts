/** A model inside Satchel, as it is offered. One is run in `src-daemon/models/inside/inside.long.test.ts`. */
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

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
