/** Pictures of a capability on its page: fetched from where it is, checked by their hash, large by key. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cidOf } from '../src-daemon/platform/cid.ts'
import { look, tabTo } from './support/checks.ts'
import { diaryText, DIARY_1_0_0, signedText } from './support/diary.ts'
import { expect, test } from './support/satchel.ts'

test('shows pictures, and one large by keyboard', async ({ page, satchel }) => {
  await satchel.open(page, '/marketplace')
  await expect(page.getByRole('link', { name: /^Note/ })).toBeVisible()
  const pictures = [await page.screenshot()]
  await page.setViewportSize({ width: 900, height: 600 })
  pictures.push(await page.screenshot())
  const files = join(satchel.paths.dataDir, 'files')
  const shelf = join(satchel.paths.dataDir, 'shelf')
  mkdirSync(join(files, 'pictures'), { recursive: true })
  pictures.forEach((bytes, at) => {
    writeFileSync(join(files, 'pictures', `${String(at)}.png`), bytes)
  })
  const [first = '', second = ''] = pictures.map((bytes) => cidOf(bytes))
  const lost = cidOf(Buffer.from('nobody has it'))
  const metadata = `  screenshots:
    - {cid: ${first}, alt: The diary in a large window.}
    - {cid: ${second}, alt: The diary in a small window.}
    - {cid: ${lost}, alt: The diary of last year.}
  readme: |
    ## A diary for each day

    It keeps **one page** a day: ![a page](${first})

    ![a pixel](https://elsewhere.example/pixel.png) <img src="https://elsewhere.example/other.png">
`
  writeFileSync(join(files, 'diary.acp.yaml'), await signedText(diaryText({ ...DIARY_1_0_0, metadata })))
  await satchel.run('registry', 'export', shelf, files)
  await satchel.json('registry', 'sources', 'add', 'shelf', '--static', shelf, '--trust', 'trusted')
  await satchel.open(page, '/marketplace/did:nuwa:cap:diary')

  const region = page.getByRole('list', { name: 'Pictures' })
  const large = region.getByRole('button', { name: 'Enlarge: The diary in a large window.' })
  await expect(large.locator('img')).toBeVisible()
  await expect(region.getByText('This picture can’t be fetched now.')).toBeVisible({ timeout: 30_000 })
  await expect(region.getByText('The diary of last year.')).toBeVisible()
  const readme = page.locator('section', { has: page.getByRole('heading', { name: 'Readme' }) })
  await expect(readme.getByRole('heading', { name: 'A diary for each day' })).toBeVisible()
  await expect(readme.getByRole('img', { name: 'a page' })).toHaveAttribute('src', /^data:image\/png/)
  await expect(readme.getByRole('img')).toHaveCount(1)
  await expect(readme.getByText('a pixel')).toBeVisible()
  await expect(readme.locator('a[href*="pixel.png"]')).toHaveCount(0)
  await look(page, 'a capability with pictures')
  const { stdout: told } = await satchel.run('registry', 'resolve', 'diary')
  expect(told).toContain('| ## A diary for each day\n|\n| It keeps **one page** a day: [a page]\n')

  await tabTo(page, large)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'The diary in a large window.' })).toBeVisible()
  await look(page, 'a picture shown large', { over: '[role=dialog]' })
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('img', { name: 'The diary in a small window.' })).toBeVisible()
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(large).toBeFocused()

  // Who its author is: a DID alone says so, and what comes with Satchel stays.
  await expect(page.getByText('No proven name')).toBeVisible()
  await page.getByRole('button', { name: 'Sources' }).first().click()
  const rows = page.getByRole('list', { name: 'Sources' }).getByRole('listitem')
  await expect(rows.first()).toContainText('3 capabilities · Signed by did:key:')
  await expect(rows.first().getByRole('button', { name: 'Remove builtin' })).toHaveCount(0)
  await expect(rows.nth(1)).toContainText('1 capability · Signed by did:key:')
  await expect(rows.nth(1).getByRole('button', { name: 'Remove shelf' })).toBeVisible()
  await look(page, 'the sources', { over: '[role=dialog]' })
})
