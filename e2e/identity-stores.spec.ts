/** The Identity page: where secrets are, import and export, the signature log and authorizations. */
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import {
  VAULT,
  SLOW,
  BACKUP,
  sheet,
  card,
  openIdentity,
  chooseFor,
  choosePassphrase,
  confirmOwner,
  agree,
  ownDid,
} from './support/identity.ts'
import { createVaultSatchel, expect, test } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

test('secrets move from the keychain to a vault and back; the vault is locked, opened and given another passphrase', async ({
  page,
  satchel,
}) => {
  await openIdentity(page, satchel)
  const did = await ownDid(satchel)
  await page.getByRole('button', { name: 'Move to a vault' }).click()
  const move = sheet(page).getByRole('button', { name: 'Move' })
  await choosePassphrase(sheet(page), 'Vault passphrase', VAULT)
  await expect(move).toBeDisabled()
  await agree(page)
  await move.click()
  await expect(sheet(page)).toBeHidden({ timeout: SLOW })
  await expect(page.getByText('Your secrets are now in the vault', { exact: true })).toBeVisible()
  await expect(page.getByText('You chose the vault instead of the system keychain.')).toBeVisible()

  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByText('The vault is locked.', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Vault passphrase')).toBeFocused()
  await page.getByLabel('Text to sign').fill('locked')
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()

  await page.getByRole('button', { name: 'Change passphrase' }).click()
  await sheet(page).getByLabel('Current passphrase').fill(VAULT)
  await choosePassphrase(sheet(page), 'New passphrase', BACKUP)
  await sheet(page).getByRole('button', { name: 'Change', exact: true }).click()
  await expect(sheet(page)).toBeHidden({ timeout: SLOW })

  // It stays locked; a sheet that needs the secret opens it first.
  await page.getByRole('button', { name: 'Create a key' }).click()
  await sheet(page).getByLabel('Vault passphrase').fill(BACKUP)
  await sheet(page).getByRole('button', { name: 'Unlock' }).click()
  await expect(sheet(page).getByLabel('Key name')).toBeFocused({ timeout: SLOW })
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByText('Ready to sign')).toBeVisible()

  await page.getByRole('button', { name: 'Move to the system keychain' }).click()
  await agree(page)
  await sheet(page).getByRole('button', { name: 'Move' }).click()
  await expect(sheet(page)).toBeHidden({ timeout: SLOW })
  await expect(page.getByText('Your secrets are now in Secret Service', { exact: true })).toBeVisible()
  expect(await ownDid(satchel)).toBe(did)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copy text, key and signature' })).toBeVisible()
})

test('a key is brought in from elsewhere, asked for what its text does not say, and exported only knowingly', async ({
  page,
  satchel,
}, info) => {
  await openIdentity(page, satchel)
  await page.getByRole('button', { name: 'More key actions' }).click()
  await page.getByRole('menuitem', { name: 'Import a key' }).click()
  await sheet(page).getByLabel('Key name').fill('From elsewhere')
  const secret = sheet(page).getByLabel('Secret key')
  const bringIn = sheet(page).getByRole('button', { name: 'Import' })
  await secret.fill('this is no key')
  await bringIn.click()
  await expect(sheet(page).getByRole('alert')).toContainText('Satchel can’t read this as a secret key.')
  await secret.fill('4c'.repeat(32))
  await expect(bringIn).toBeDisabled()
  await sheet(page).getByRole('radio', { name: 'secp256k1' }).click()
  await bringIn.click()
  await expect(sheet(page)).toBeHidden()
  await expect(card(page, 'From elsewhere')).toContainText('Imported')

  await chooseFor(page, 'From elsewhere', 'Export')
  await choosePassphrase(sheet(page), 'File passphrase', BACKUP)
  await expect(sheet(page).getByRole('button', { name: 'Export' })).toBeDisabled()
  await agree(page)
  await sheet(page).getByRole('button', { name: 'Export' }).click()
  // Nothing leaves before the owner has answered.
  await expect(
    sheet(page).getByText(/Type the words exactly|Enter the vault’s current passphrase/),
  ).toBeVisible()
  await confirmOwner(page)
  const saved = page.waitForEvent('download')
  await sheet(page).getByRole('button', { name: 'Export' }).click()
  const path = info.outputPath('key.age')
  await (await saved).saveAs(path)
  const file = readFileSync(path, 'latin1')
  expect(file).toContain('age-encryption.org/v1')
  expect(file).not.toContain('4c4c4c4c')

  // An exported key is no text to import: the page leads to where it belongs.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More key actions' }).click()
  await page.getByRole('menuitem', { name: 'Import a key' }).click()
  await sheet(page).locator('input[type=file]').setInputFiles(path)
  await sheet(page).getByRole('button', { name: 'Restore from a backup' }).click()
  await expect(sheet(page).getByLabel('File passphrase')).toBeVisible()
})

test('the log is checked, filtered and saved, and what a capability may do is taken back', async ({
  page,
  satchel,
}, info) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await openIdentity(page, satchel)
  await page.getByLabel('Text to sign').fill('logged')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const log = page.getByRole('region', { name: 'Signature log' })
  await expect(log.getByRole('row').filter({ hasText: 'Text' })).toBeVisible()
  await page.getByRole('button', { name: 'Check log' }).click()
  await expect(page.getByText(/^The chain is intact: \d+ lines?$/)).toBeVisible()
  await page.getByLabel('Search the log').fill('text')
  await expect(log.getByRole('row')).toHaveCount(2)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save log' }).click()
  const path = info.outputPath('log.json')
  await (await saved).saveAs(path)
  const lines = JSON.parse(readFileSync(path, 'utf8')) as { hash: string; previous: string }[]
  expect(lines.length).toBeGreaterThan(1)
  for (const [at, line] of lines.slice(1).entries()) expect(line.previous).toBe(lines[at]?.hash)

  await expect(page.getByText('In its own data')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke Note’s permissions' }).click()
  await expect(sheet(page)).toContainText('This takes effect immediately')
  await sheet(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByText('Nothing is allowed right now.')).toBeVisible()
  const refused = await satchel.run('cap', 'invoke', 'note', 'state.query', '--json')
  expect(refused.code).not.toBe(0)
})

test('a vault that is gone is said so, without the advice to back up, and found again once it is back', async ({
  page,
}) => {
  const satchel = await createVaultSatchel()
  try {
    await openIdentity(page, satchel)
    await expect(page.getByRole('button', { name: 'Back up now' })).toBeVisible()
    const vault = join(satchel.paths.dataDir, 'vault.age')
    await page.getByRole('button', { name: 'Lock now' }).click()
    await expect(page.getByText('The vault is locked.', { exact: false })).toBeVisible()
    renameSync(vault, `${vault}.away`)
    await page.reload()
    await expect(page.getByText('The vault is missing.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Restore from a backup' })).toBeVisible()
    // What isn't there can't be backed up.
    await expect(page.getByRole('button', { name: 'Back up now' })).toBeHidden()
    renameSync(`${vault}.away`, vault)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('The vault is locked.', { exact: false })).toBeVisible()
  } finally {
    await satchel.dispose()
  }
})
