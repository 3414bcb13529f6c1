/** Everything installed and connected in one list: found, narrowed and ordered by keyboard, and the page of a server. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, tabTo, tooWide } from './support/checks.ts'
import { expect, test, type Satchel } from './support/satchel.ts'

const root = join(import.meta.dirname, '..')
const fixtures = join(root, 'src-daemon', 'mcp', 'testing')

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-list-'))
  writeFileSync(join(folder, 'description.txt'), 'The text of a page.')
})
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})
test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')

/** A package, a server that runs, one that fails, and two skills. */
const fill = async (satchel: Satchel): Promise<void> => {
  await satchel.json('cap', 'install', 'note', '--yes')
  const grants = [fixtures, join(root, 'node_modules'), folder].flatMap((path) => ['--read', path])
  const command = [process.execPath, join(fixtures, 'scraper-server.mjs'), join(folder, 'description.txt')]
  const connected = await satchel.run('servers', 'add', 'scraper', '--yes', ...grants, '--', ...command)
  expect(connected.code, connected.stderr).toBe(0)
  const list = join(folder, 'servers.json')
  const broken = { command: process.execPath, args: ['-e', 'console.error("no key"); process.exit(3)'] }
  writeFileSync(list, JSON.stringify({ mcpServers: { broken } }))
  await satchel.run('servers', 'import', list, '--yes', '--keep')
  const skills = join(folder, 'skills')
  cpSync(join(root, 'resources', 'samples', 'skills'), skills, { recursive: true })
  await satchel.json('skill', 'add', skills, '--yes')
}
const rows = (page: Page) => page.getByRole('navigation', { name: 'Capabilities' }).locator('[data-row]')
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.location.hash = to
  }, path)

test('is searched, narrowed and walked by keyboard, and what needs its owner is counted', async ({
  page,
  satchel,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.open(page, '/capabilities')
  await expect(page.getByRole('link', { name: 'Browse the catalogue' })).toBeVisible()
  await expectAccessible(page, 'Capabilities without any')
  await fill(satchel)
  await expect(rows(page)).toHaveCount(5)
  await expectAccessible(page, 'Capabilities')

  // A tool's name finds its server; from the search the arrow goes to the first line, and Enter opens it.
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search capabilities' })).toBeFocused()
  await page.keyboard.type('extract_text')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'scraper', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(rows(page).last().getByRole('link')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Servers', exact: true }))
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Needs attention (1)' }).click()
  await expect(rows(page)).toHaveText([/broken.*Failed/])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Sorted by: Name' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Token cost' }).click()
  await expect(page.getByRole('button', { name: 'Sorted by: Token cost' })).toBeVisible()
  await expect(rows(page).first()).toContainText('Note')

  // The palette knows them all.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('text-report')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'text-report', level: 1 })).toBeVisible()
})

test('a server has a page: its tools are tried and switched off, and the result is shown', async ({
  page,
  satchel,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await fill(satchel)
  await satchel.open(page, '/capabilities/mcp:scraper')
  await expect(page.getByText('Identifies as')).toBeVisible()
  await expect(page.getByText(`Reads ${folder}`)).toBeVisible()
  await expectAccessible(page, 'a server')

  await page.getByRole('tab', { name: 'Tools' }).click()
  const tool = page.getByRole('article', { name: 'extract_text_content' })
  await tool.getByRole('button', { name: 'Try it' }).click()
  await tool.getByLabel('Url').fill('https://a.example/')
  await expectAccessible(page, 'a tool that is tried')
  await tool.getByRole('button', { name: 'Run' }).click()
  await expect(tool.getByText(/Done in/)).toBeVisible()
  await tool.getByRole('switch').press('Space')
  await expect(tool.getByText('Off: models don’t see it')).toBeVisible()
  await expect(tool.getByRole('button', { name: 'Try it' })).toBeHidden()
  await expect(page.getByText('2 tools · 24 tokens')).toBeVisible()

  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('mcp:scraper/extract_text_content').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Permissions' }).click()
  await expect(page.getByText('Nothing is allowed for more than one call.')).toBeVisible()
  await page.getByRole('switch', { name: 'Trust it when it says a tool only reads' }).click()
  await expectAccessible(page, 'what a server may')

  // The server's current description is compared with what was accepted.
  writeFileSync(join(folder, 'description.txt'), 'Another text.')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Compare with the server now' }).click()
  await expect(page.getByText('+ Another text.')).toBeVisible()
  await expect(page.getByText('1 tool changed').first()).toBeVisible()
  await expectAccessible(page, 'a server that changed a tool')
  await page.getByRole('tab', { name: 'Output' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Output' }).getByLabel('Output')).toContainText(
    'scraper-server.mjs',
  )
  await expect(page.getByRole('button', { name: 'Copy output' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for scraper' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('Removed “scraper”').first()).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
})

test('is as quick with very many, in any script, of which few are in the page', async ({ page, satchel }) => {
  test.setTimeout(120_000)
  const many = join(folder, 'many')
  for (let n = 0; n < 190; n++) {
    const name = `skill-${String(n).padStart(3, '0')}`
    mkdirSync(join(many, name), { recursive: true })
    const words = n === 0 ? 'يكتب التقارير 会議の議事録 '.repeat(30) : `Number ${String(n)}.`
    writeFileSync(join(many, name, 'SKILL.md'), `---\nname: ${name}\ndescription: ${words}\n---\nDo it.\n`)
  }
  await satchel.json('skill', 'add', many, '--yes')
  await page.setViewportSize({ width: 900, height: 600 })
  await satchel.open(page, '/capabilities')
  await expect(rows(page).first()).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(40)
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: 'skill-189' })).toBeFocused()
  expect(await rows(page).count()).toBeLessThan(40)
  expect(await tooWide(page)).toEqual([])
  // Scrolling a line away keeps the focus in the list, and the arrow keys continue from there.
  const list = page.getByRole('navigation', { name: 'Capabilities' })
  await list.evaluate((element) => {
    element.scrollTop = 0
  })
  await expect(list).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('link', { name: 'skill-188' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('会議')
  await expect(rows(page)).toHaveCount(1)
})

test('a server that never started says so, and a sheet gives the focus back to what opened it', async ({
  page,
  satchel,
}) => {
  const list = join(folder, 'servers.json')
  const complains = 'for (let n = 0; n < 60; n++) console.error(`line ${n}`); process.exit(3)'
  const broken = { command: process.execPath, args: ['-e', complains] }
  writeFileSync(list, JSON.stringify({ mcpServers: { broken } }))
  await satchel.run('servers', 'import', list, '--yes', '--keep')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.open(page, '/capabilities/mcp:broken?tab=tools')
  const header = page.getByRole('main').getByText('Failed', { exact: true })
  await expect(header.first()).toBeVisible()
  await expect(page.getByText('Known once it has started and listed its tools.')).toBeVisible()
  await expect(rows(page)).not.toContainText('token')
  // The last lines say most of why.
  await expect(page.getByLabel('Output').getByText('line 59')).toBeInViewport()

  const menu = page.getByRole('button', { name: 'Actions for broken' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()

  await go(page, '/servers')
  const card = page.getByRole('article', { name: 'broken' })
  await expect(card.getByText('Failed', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: /tools/ })).toHaveCount(0)
  const add = page.getByRole('button', { name: 'Add a server' })
  const ways = page
    .getByRole('dialog', { name: 'Add a server', exact: true })
    .filter({ hasText: 'Whichever way you choose, Satchel shows you in full what it would run or reach' })
  for (const way of ['Set it up yourself', 'From another app', 'From a bundle', 'From an MCP registry']) {
    await add.press('Enter')
    await ways.getByRole('button', { name: way }).press('Enter')
    await expect(ways).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(add).toBeFocused()
  }

  // Who chose it among the capabilities is not asked to choose it again, nor when coming back.
  await go(page, '/capabilities')
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add a server' }).press('Enter')
  await expect(ways).toBeVisible()
  await ways.getByRole('button', { name: 'Set it up yourself' }).press('Enter')
  const sheet = page
    .getByRole('dialog', { name: 'Connect a server', exact: true })
    .filter({ hasText: 'Satchel starts it at once and asks for its tools.' })
  await sheet.getByLabel('Name', { exact: true }).fill('my server')
  await expect(sheet.getByText('No spaces or accents')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#\/servers$/)
})

const PLACES = {
  list: '/capabilities',
  server: '/capabilities/mcp:scraper',
  tools: '/capabilities/mcp:scraper?tab=tools',
  failing: '/capabilities/mcp:broken',
  skill: '/capabilities/skill:mine/text-report?tab=try',
  connections: '/servers',
}
for (const size of [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
])
  test(`looks right, ${String(size.width)} wide`, { tag: '@long' }, async ({ page, satchel }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await satchel.open(page, '/capabilities')
    await expect(page.getByRole('link', { name: 'Browse the catalogue' })).toBeVisible()
    await fill(satchel)
    await expect(rows(page)).toHaveCount(5)
    for (const language of size.width === 900 ? ['es', 'ja'] : ['en']) {
      await satchel.json('settings', 'set', 'language', language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const [name, path] of Object.entries(PLACES)) {
        await go(page, path)
        await expect(page.locator('[role="status"][aria-label]')).toHaveCount(0)
        expect(await tooWide(page), `${name}, ${language}`).toEqual([])
      }
    }
  })
