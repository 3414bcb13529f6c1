/** The session of the app in a browser: where it lives, how it ends, and what is shown then. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { startCommand } from '../src-daemon/testing/running-command.ts'
import { expectAccessible, tabTo } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

const app = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

test('a session lives in its tab: it outlasts a reload, sets no cookie, and another tab has none', async ({
  page,
  context,
  satchel,
}) => {
  await satchel.open(page)
  await expect(app(page)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('satchel.session'))).not.toBeNull()
  await page.reload()
  await expect(app(page)).toBeVisible()
  expect(await context.cookies()).toEqual([])
  expect(page.url()).not.toContain('token')

  const byHand = await context.newPage()
  const sockets: string[] = []
  byHand.on('websocket', (socket) => sockets.push(socket.url()))
  await byHand.goto(new URL('/', page.url()).href)
  await expect(byHand.getByRole('heading', { name: 'This page isn’t allowed' })).toBeVisible()
  await expect(byHand.getByText('satchel web')).toBeVisible()
  await expectAccessible(byHand, 'the page without a session')
  expect(sockets).toEqual([])
})

test('signing out by keyboard ends the session for good, and the page says what to do', async ({
  page,
  satchel,
}) => {
  await satchel.open(page)
  await expect(app(page)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: /^Daemon running/ }))
  await page.keyboard.press('Enter')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await tabTo(page, signOut)
  await expectAccessible(page, 'the status with the session')
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Enter')

  const heading = page.getByRole('heading', { name: 'You’ve signed out' })
  await expect(heading).toBeFocused()
  await expect(app(page)).toBeHidden()
  await expect(page.getByText('satchel web')).toBeVisible()
  await expectAccessible(page, 'the page after signing out')
  expect(await page.evaluate(() => sessionStorage.getItem('satchel.session'))).toBeNull()

  await page.reload()
  await expect(heading).toBeVisible()
  await satchel.open(page)
  await expect(app(page)).toBeVisible()
})

test('when its command ends, a page says so and does not try again; a new link goes on in the same tab', async ({
  page,
  satchel,
}) => {
  await satchel.open(page)
  await expect(app(page)).toBeVisible()
  const before = await satchel.pid()
  const { origin } = new URL(page.url())
  await satchel.closeWeb()
  await expect(page.getByRole('heading', { name: 'Satchel in the browser was closed' })).toBeFocused()
  await expect(page.getByText('satchel web').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry now' })).toBeHidden()
  await expectAccessible(page, 'the page of an ended session')
  await expect(fetch(origin)).rejects.toThrow('fetch failed')

  await satchel.open(page)
  await expect(app(page)).toBeVisible()
  expect(await satchel.pid()).toBe(before)
})

test('the file that `satchel web --open` makes leads a browser to the app, once', async ({
  page,
  satchel,
}) => {
  await satchel.run('daemon', 'start')
  const web = startCommand({ ...satchel.env, DISPLAY: ':9', BROWSER: 'true' }, '--json', 'web', '--open')
  try {
    const files = () => readdirSync(satchel.paths.runDir).filter((name) => name.endsWith('.html'))
    await expect.poll(files).toHaveLength(1)
    const file = join(satchel.paths.runDir, files()[0] ?? '')
    const content = readFileSync(file, 'utf8')
    await page.goto(pathToFileURL(file).href)
    await expect(app(page)).toBeVisible()
    expect(content).toContain(new URL(page.url()).origin)
    await expect.poll(files).toEqual([])
    await web.kill('SIGINT')
    await expect(page.getByRole('heading', { name: 'Satchel in the browser was closed' })).toBeVisible()
  } finally {
    await web.kill()
  }
})
