/** Skills in the window: looked at, trusted, asked again when they change, used in a conversation, removed. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible, tabTo, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

const SAMPLES = join(import.meta.dirname, '..', 'resources', 'samples', 'skills')

let project: string
test.beforeEach(() => {
  project = join(mkdtempSync(join(tmpdir(), 'satchel-skills-')), 'my-project')
  mkdirSync(join(project, '.claude'), { recursive: true })
  cpSync(SAMPLES, join(project, '.claude', 'skills'), { recursive: true })
})
test.afterEach(() => {
  rmSync(join(project, '..'), { recursive: true, force: true })
})

test('a project is trusted by keyboard, its change asks again, and a skill answers in a conversation', async ({
  page,
  satchel,
}) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.open(page, '/capabilities')
  await expect(page.getByText('Nothing installed or added yet').first()).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add skills' }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Add skills' })
  await tabTo(page, sheet.getByLabel('Folder or archive on this computer'))
  await page.keyboard.type(project)
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('scripts/report.mjs').first()).toBeVisible()
  await expect(sheet.getByText(/Run its script on this computer in a sandbox/)).toBeVisible()
  await tabTo(page, sheet.getByRole('checkbox', { name: 'Trust this folder' }))
  await page.keyboard.press('Space')
  await expectAccessible(page, 'the review of skills')
  await tabTo(page, sheet.getByRole('button', { name: 'Add 2 skills' }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { name: 'meeting-notes', level: 1 })).toBeVisible()
  await expect(page.getByText('Trusted folder “my-project”').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show assets/template.md' }).click()
  await expect(page.getByText('## Decisions')).toBeVisible()
  await expectAccessible(page, 'a skill')

  appendFileSync(join(project, '.claude', 'skills', 'meeting-notes', 'SKILL.md'), '\nTell the boss.\n')
  await page.reload()
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(sheet.getByText('Tell the boss.').first()).toBeVisible()
  await expectAccessible(page, 'a changed skill')
  await page.setViewportSize({ width: 900, height: 600 })
  expect(await tooWide(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Add 1 skill' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Review change')).toBeHidden()
  expect(await tooWide(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('make a text report')
  await page.keyboard.press('Enter')
  // The planner reads no instructions, and says so instead of guessing.
  await expect(page.getByRole('article', { name: 'Satchel' })).toContainText(
    'The skill text-report contains instructions for a model',
  )

  await page.getByRole('link', { name: 'Capabilities' }).click()
  await page.getByRole('link', { name: 'text-report' }).click()
  await page.getByRole('button', { name: 'Actions for text-report' }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await expect(page.getByText('Switched off', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Actions for text-report' }).click()
  await page.getByRole('menuitem', { name: 'Stop trusting' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop trusting' }).click()
  await expect(page.getByText('Nothing installed or added yet').first()).toBeVisible()
})
