/** The marketplace as one browses it: a few capabilities in one list, many on shelves. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible, tooWide } from './support/checks.ts'
import { diaryText, DIARY_1_0_0, signedText } from './support/diary.ts'
import { expect, test } from './support/satchel.ts'

const MANY = 14
/** The others have the letter. */
const ICONS = [
  'book',
  `'<svg viewBox="0 0 24 24"><rect width="24" height="24" fill="#0f766e"/><circle cx="12" cy="12" r="6" fill="white"/></svg>'`,
]

test('shows shelves once there is much to look through, and none with little', async ({ page, satchel }) => {
  const files = join(satchel.paths.dataDir, 'files')
  const shelf = join(satchel.paths.dataDir, 'shelf')
  mkdirSync(files)
  await satchel.open(page, '/marketplace')
  await expect(page.getByRole('link', { name: /^Note/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All capabilities' })).toBeHidden()

  for (let at = 0; at < MANY; at += 1) {
    const text = diaryText(DIARY_1_0_0)
      .replaceAll('diary', `diary-${String(at)}`)
      .replace(
        '  permissions:',
        `${at < ICONS.length ? `  icon: ${ICONS[at] ?? ''}\n` : ''}  changelog: [{version: 1.0.0, changes: ["It keeps a diary."]}]\n  permissions:`,
      )
    writeFileSync(join(files, `diary-${String(at)}.acp.yaml`), await signedText(text))
  }
  await satchel.json('registry', 'export', shelf, files)
  await satchel.json('registry', 'sources', 'add', 'shelf', '--static', shelf, '--trust', 'trusted')
  const fresh = page.getByTestId('shelf-new')
  await expect(fresh.getByRole('link')).toHaveCount(3)
  const tileOf = (capability: string) =>
    page
      .getByRole('link')
      .filter({ hasText: `${capability} 1.0.0` })
      .getByTestId('package-tile')
      .first()
  await expect(tileOf('diary-2')).toHaveText('D')
  await expect(tileOf('diary-0')).toHaveText('')
  // It was really drawn, as a picture.
  const drawn = tileOf('diary-1')
  await expect(drawn).toHaveAttribute('src', /^data:image\/svg\+xml,%3Csvg/)
  await expect
    .poll(() => drawn.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
    .toBe(true)
  await expect(page.getByTestId('shelf-offline').getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'All capabilities' })).toBeVisible()
  await expectAccessible(page, 'shelves')
  await page.setViewportSize({ width: 900, height: 600 })
  expect(await tooWide(page)).toEqual([])

  // Who searches sees what was searched for, and nothing else.
  await page.getByRole('searchbox', { name: 'Search capabilities' }).fill('diary')
  await expect(fresh).toBeHidden()

  // What its author says that each version changed.
  await page
    .getByRole('link', { name: /^Diary/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'What changed, says the author' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'It keeps a diary.' })).toBeVisible()
})
