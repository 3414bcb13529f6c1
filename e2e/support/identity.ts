/** Steps on the Identity page shared by its tests. */
import type { Download, Locator, Page } from '@playwright/test'
import { tick } from './checks.ts'
import { expect, type Satchel } from './satchel.ts'

export const VAULT = 'a passphrase for tests'
/** A vault is slow to open and write by design (key derivation), more so on a busy machine. */
export const SLOW = 45_000
export const BACKUP = 'lantern copper meadow'

export const sheet = (page: Page) => page.getByRole('dialog')
export const card = (page: Page, label: string) => page.getByRole('article', { name: label, exact: true })

export const openIdentity = async (page: Page, satchel: Satchel) => {
  await satchel.open(page, '/identity')
  await expect(page.getByRole('heading', { name: 'Identity', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your DID' })).toBeVisible()
}

export const chooseFor = async (page: Page, label: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export const createKey = async (page: Page, label: string, kind = 'Ed25519') => {
  await page.getByRole('button', { name: 'Create a key' }).click()
  await sheet(page).getByLabel('Key name').fill(label)
  await sheet(page)
    .getByRole('radio', { name: kind === 'Ed25519' ? 'Standard' : kind })
    .click()
  await sheet(page).getByRole('button', { name: 'Create' }).click()
  await expect(sheet(page)).toBeHidden({ timeout: SLOW })
  await expect(card(page, label)).toContainText(kind)
}

export const choosePassphrase = async (within: Locator, label: string, passphrase: string) => {
  await within.getByLabel(label, { exact: true }).fill(passphrase)
  await within.getByLabel('Repeat the passphrase').fill(passphrase)
}

/** Agrees to what the sheet says. */
export const agree = (page: Page) => tick(sheet(page).getByRole('checkbox'))

/** Answers as the owner, before keys are handed out: with the vault's passphrase, or the words to be typed. */
export const confirmOwner = async (page: Page) => {
  const passphrase = sheet(page).getByLabel('Passphrase of the vault', { exact: true })
  const words = sheet(page).getByLabel('Type “my keys” to confirm')
  await expect(passphrase.or(words)).toBeVisible()
  if (await passphrase.isVisible()) await passphrase.fill('a passphrase for tests')
  else await words.fill('My keys')
}

/** Makes a backup through the page and returns the saved file. */
export const backUp = async (page: Page): Promise<Download> => {
  await page.getByRole('button', { name: /^Back up/ }).click()
  await choosePassphrase(sheet(page), 'File passphrase', BACKUP)
  await confirmOwner(page)
  const saved = page.waitForEvent('download')
  await sheet(page).getByRole('button', { name: 'Back up' }).click()
  return await saved
}

export const ownDid = async (satchel: Satchel) => {
  const { ownerDid } = (await satchel.json('keys', 'list')) as { ownerDid: string }
  return ownerDid
}
