/** A list that one follows in the window: what it warns of, whom it recommends, what it gathers, and where reports go. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible, tooWide } from './support/checks.ts'
import { diaryText, DIARY_1_0_0, otherAuthor, signedText, testAuthor } from './support/diary.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

/** Packages of one author in a static registry, and a list about them. */
const prepare = async (satchel: Satchel): Promise<{ readonly list: string }> => {
  const files = join(satchel.paths.dataDir, 'files')
  const shelf = join(satchel.paths.dataDir, 'shelf')
  mkdirSync(files)
  for (const [name, version] of [
    ['diary', '1.0.0'],
    ['diary', '1.1.0'],
    ['seeds', '1.0.0'],
  ] as const) {
    const text = diaryText({ ...DIARY_1_0_0, version, title: name === 'diary' ? 'Diary' : 'Seeds' })
    const named = name === 'diary' ? text : text.replaceAll('diary', name)
    writeFileSync(join(files, `${name}-${version}.acp.yaml`), await signedText(named))
  }
  // Enough for shelves.
  for (let at = 0; at < 10; at += 1) {
    const text = diaryText({ ...DIARY_1_0_0, title: `Log ${String(at)}` })
    const other = text.replaceAll('diary', `log-${String(at)}`)
    writeFileSync(join(files, `log-${String(at)}.acp.yaml`), await signedText(other, otherAuthor))
  }
  await satchel.json('registry', 'export', shelf, files)
  await satchel.json('registry', 'sources', 'add', 'shelf', '--static', shelf, '--trust', 'trusted')
  const draft = join(satchel.paths.dataDir, 'draft.yaml')
  const list = join(satchel.paths.dataDir, 'trust.json')
  writeFileSync(
    draft,
    `name: Careful people
description: We read every version before we say anything about it.
contact: mailto:lists@example.org
blocked: [{package: diary, author: ${testAuthor.did}, versions: ">=1.1.0", reason: It sends your diary to a host that it does not name.}]
recommended: [{author: ${testAuthor.did}, name: Ada, contact: "mailto:ada@example.org"}]
collections:
  - id: garden
    name: For the garden
    description: From seeds to harvest.
    packages:
      - {package: seeds, author: ${testAuthor.did}, note: Begin with this one.}
      - {package: diary, author: ${testAuthor.did}, versions: <1.1.0}
      - {package: seeds, author: ${otherAuthor.did}}
`,
  )
  await satchel.json('trust', 'sign', draft, list)
  return { list }
}

test('a list is followed, warns, recommends and gathers, and is given up', async ({ page, satchel }) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { list } = await prepare(satchel)
  await page.addInitScript(() => {
    window.open = (url) => {
      document.body.dataset['opened'] = String(url)
      return null
    }
  })
  await satchel.open(page, '/marketplace')
  await expect(page.getByRole('link', { name: /^Diary/ }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Sources' }).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('You don’t follow any list.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Follow a list' }).click()
  await sheet.getByLabel('Address or path').fill(join(list, 'nowhere'))
  await sheet.getByRole('button', { name: 'Look' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Satchel can’t read')
  await sheet.getByLabel('Address or path').fill(list)
  await sheet.getByLabel('Address or path').press('Enter')
  const found = sheet.getByTestId('found-list')
  await expect(found).toContainText('“Careful people”')
  await expect(found).toContainText('1 warning, 1 recommended author, 1 collection')
  await expectAccessible(page, 'a list before it is followed')
  await sheet.getByRole('button', { name: 'Follow', exact: true }).click()
  const row = sheet.getByRole('list', { name: 'Lists you follow' }).getByRole('listitem').first()
  await expect(row).toContainText('Careful people')
  await row.getByText('What it says').click()
  await expect(row).toContainText('It sends your diary to a host')
  await expect(row).toContainText('For the garden')
  await expectAccessible(page, 'the lists')
  await page.setViewportSize({ width: 900, height: 600 })
  expect(await tooWide(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  // What it recommends has a shelf; what it warns of is found, and not among what one looks through.
  await expect(page.getByTestId('shelf-recommended').getByRole('link')).toHaveCount(1)
  await expect(page.getByTestId('shelf-recommended')).toContainText('Recommended by Careful people')
  await expect(page.getByRole('link', { name: /^Diary/ })).toHaveCount(0)
  await page.getByRole('link', { name: /^For the garden/ }).click()
  await expect(page.getByRole('heading', { name: 'For the garden', level: 1 })).toBeVisible()
  await expect(page.getByText('Begin with this one.')).toBeVisible()
  await expect(page.getByTestId('lacking')).toContainText('from another author only')
  await expectAccessible(page, 'a collection')
  expect(await tooWide(page)).toEqual([])
  // The version that the collection means.
  await page.getByRole('link', { name: /^Diary/ }).click()
  await expect(page.getByText('did:nuwa:cap:diary@1.0.0')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review and install' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to results' }).click()
  await expect(page.getByRole('heading', { name: 'For the garden', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Back to results' }).click()

  await page.getByRole('searchbox', { name: 'Search capabilities' }).fill('diary')
  const card = page.getByRole('link', { name: /^Diary/ })
  await expect(card).toContainText('Warning')
  await card.click()
  await expect(page.getByText('Careful people warns of version 1.1.0')).toBeVisible()
  await expectAccessible(page, 'a capability with a warning')
  await page.getByRole('button', { name: 'Install 1.1.0 despite a warning' }).click()
  const warning = sheet.getByTestId('blocked')
  await expect(warning).toContainText('It sends your diary to a host that it does not name.')
  const install = sheet.getByRole('button', { name: 'Install', exact: true })
  await expect(install).toBeDisabled()
  await expectAccessible(page, 'a review with a warning')
  await warning.getByRole('checkbox').click()
  await install.click()
  await expect(sheet).toBeHidden()

  await page.getByRole('button', { name: 'Report a problem' }).click()
  await sheet.getByLabel('What happened').fill('It asked\na host.')
  await expect(sheet.getByTestId('report-body')).toContainText('did:nuwa:cap:diary@1.1.0')
  await expectAccessible(page, 'a report')
  await sheet.getByRole('button', { name: 'Open message' }).click()
  const opened = page.locator('body')
  await expect(opened).toHaveAttribute('data-opened', /^mailto:ada@example\.org\?subject=Report/)
  await expect(opened).toHaveAttribute('data-opened', /It%20asked%20a%20host/)
  await sheet.getByRole('radio', { name: 'Careful people' }).click()
  await sheet.getByRole('button', { name: 'Open message' }).click()
  await expect(opened).toHaveAttribute('data-opened', /^mailto:lists@example\.org\?subject/)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.getByRole('link', { name: 'Open in Capabilities' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Careful people warns of this version' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /Diary/ }).first()).toContainText('Warning')
  await expectAccessible(page, 'an installed capability with a warning')

  // It can still be used, and that is said.
  await satchel.open(page, '/chat')
  await page.getByRole('textbox', { name: 'Message' }).fill('add diary entry about rain')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('route-warning')).toContainText('Careful people warns of Diary 1.1.0')

  await satchel.open(page, '/marketplace')
  await page.getByRole('button', { name: 'Sources' }).first().click()
  await sheet.getByRole('button', { name: 'Stop following Careful people' }).click()
  await sheet.getByRole('button', { name: 'Stop following Careful people' }).last().click()
  await expect(sheet.getByText('You don’t follow any list.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('shelf-recommended')).toHaveCount(0)
})
