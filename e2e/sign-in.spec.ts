/** Signing in to a server in the window: what it asks for, reviewing the address, the browser, and signing out. */
import type { Page } from '@playwright/test'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../src-daemon/mcp/testing/authorization-server.ts'
import { startGuardedServer, type GuardedServer } from '../src-daemon/mcp/testing/guarded-server.ts'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

let authorization: AuthorizationServer
let server: GuardedServer
test.beforeEach(async () => {
  authorization = await startAuthorizationServer({ asks: true })
  server = await startGuardedServer(authorization)
})
test.afterEach(() => {
  authorization.close()
  server.close()
})

const card = (page: Page) => page.getByRole('article', { name: 'notes' })
/** Opens the address, as the person's own click does, and decides there. */
const decide = async (page: Page, decision: 'Allow' | 'Deny') => {
  const opening = page.context().waitForEvent('page')
  await card(page).getByRole('button', { name: 'Open in browser' }).click()
  const browser = await opening
  await browser.getByRole('link', { name: decision }).click()
  await expect(browser.getByRole('heading')).toContainText(
    decision === 'Allow' ? 'You’re signed in' : 'You aren’t signed in',
  )
  await browser.close()
}
const looks = async (page: Page, what: string) => {
  for (const size of looksOfRun([
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ])) {
    await page.setViewportSize(size)
    expect(await tooWide(page)).toEqual([])
  }
  await expectAccessible(page, what)
}

test('a server that wants a sign-in is kept, shown where that leads, signed in to by keyboard, and left again', async ({
  page,
  satchel,
}) => {
  test.slow()
  const added = await satchel.run('servers', 'add', 'notes', '--url', server.url, '--yes')
  expect(added.stdout).toContain('Added notes, which asks you to sign in')
  expect((await satchel.run('servers', 'list')).stdout).toContain('needs sign-in')

  await satchel.open(page, '/servers')
  await expect(card(page)).toContainText('Sign-in needed')
  await expect(card(page).getByRole('alert')).toHaveCount(0)
  await looks(page, 'a server that wants a sign-in')
  await tabTo(page, card(page).getByRole('button', { name: 'Sign in', exact: true }))
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText(`${authorization.issuer}/authorize`)
  await expect(card(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await looks(page, 'where a sign-in leads')

  await decide(page, 'Deny')
  await expect(card(page).getByRole('alert')).toContainText(
    'Satchel couldn’t sign in to notes (access was denied in the browser)',
  )
  await card(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await decide(page, 'Allow')
  await expect(card(page)).toContainText(`Signed in at ${new URL(authorization.issuer).host}`)
  await expect(card(page)).toContainText('notes:read')
  await expect(card(page).getByRole('link', { name: '2 tools' })).toBeVisible()
  await looks(page, 'a server the owner is signed in to')
  await expect(card(page)).toContainText('2 tools to read')
  await satchel.run('servers', 'accept', 'notes', '--yes')
  await expect(card(page)).not.toContainText('to read')

  // A missing permission is requested when it is needed.
  const invoked = await satchel.run('cap', 'invoke', 'mcp:notes/write', '{}', '--yes', '--json')
  expect(invoked.stdout).toContain('server_signin_needed')
  await expect(card(page)).toContainText('more access than you agreed to')
  await card(page).getByRole('button', { name: 'Review what it asks for' }).click()
  await decide(page, 'Allow')
  await expect(card(page)).toContainText('notes:read notes:write')
  const again = await satchel.run('cap', 'invoke', 'mcp:notes/write', '{}', '--yes', '--json')
  expect(again.stdout).toContain('write: done')

  await card(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(card(page).getByRole('status')).toContainText('revoked the tokens')
  await expect(card(page)).toContainText('Sign in to use it')
  expect(authorization.wrong).toEqual([])
})

test('a sign-in that waits is given up, and one with a client of the owner’s takes its id', async ({
  page,
  satchel,
}) => {
  await satchel.json('servers', 'add', 'notes', '--url', server.url, '--yes')
  await satchel.open(page, '/servers')
  await card(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(card(page).getByRole('button', { name: 'Open in browser' })).toBeVisible()
  // After a reload it is still there, without the address.
  await page.reload()
  await expect(card(page)).toContainText('Waiting for you')
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await card(page).getByRole('button', { name: 'Use my own client' }).click()
  await card(page).getByLabel('Client ID').fill('registered-by-me')
  await card(page).getByLabel('Client secret').fill('kept-by-me')
  await looks(page, 'a client of one’s own')
  await card(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(card(page)).toContainText('client_id=registered-by-me')
  expect(await page.content()).not.toContain('kept-by-me')
})
