/** The Identity page: keys made, kept, replaced and used, each with the step that dangerous things need. */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  SLOW,
  BACKUP,
  sheet,
  card,
  openIdentity,
  agree,
  chooseFor,
  createKey,
  backUp,
  ownDid,
} from './support/identity.ts'
import { createSatchel, createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'

test.describe.configure({ timeout: 180_000 })

const defaultLabel = async (satchel: Satchel) => {
  const { keys } = (await satchel.json('keys', 'list')) as { keys: { label: string; isDefault: boolean }[] }
  return keys.find((key) => key.isDefault)?.label
}

test('keys are made, named, chosen, shown and retired, and what cannot be undone asks', async ({ page }) => {
  const satchel = await createVaultSatchel()
  try {
    await openIdentity(page, satchel)
    await createKey(page, 'Work', 'P-256')

    await chooseFor(page, 'Work', 'Rename')
    const name = page.getByLabel('New name for Work')
    await expect(name).toBeFocused()
    await name.fill('仕事の鍵')
    await name.press('Enter')
    await expect(card(page, '仕事の鍵')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Actions for 仕事の鍵' })).toBeFocused()

    await chooseFor(page, '仕事の鍵', 'Make default')
    await expect(sheet(page)).toContainText('Your own DID, which is who you are to others, doesn’t change.')
    expect(await defaultLabel(satchel)).toBe('Owner')
    await sheet(page).getByRole('button', { name: 'Make default' }).click()
    await expect(sheet(page)).toBeHidden()
    await expect(card(page, '仕事の鍵')).toContainText('Default')
    await expect(card(page, 'Owner')).not.toContainText('Default')

    await page.getByRole('button', { name: 'Actions for 仕事の鍵' }).click()
    await expect(page.getByRole('menuitem', { name: 'Retire' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Owner' }).click()
    await expect(page.getByRole('menuitem', { name: 'Retire' })).toBeHidden()
    await page.keyboard.press('Escape')

    await createKey(page, 'Short-lived', 'secp256k1')
    await chooseFor(page, 'Short-lived', 'Retire')
    await expect(sheet(page)).toContainText('You can’t undo this.')
    await sheet(page).getByRole('button', { name: 'Retire' }).click()
    await expect(card(page, 'Short-lived')).toBeHidden()
    await page.getByRole('button', { name: '1 retired key' }).click()
    await expect(card(page, 'Short-lived')).toContainText('Checks what it signed before')

    const did = await ownDid(satchel)
    await chooseFor(page, 'Owner', 'Show QR code')
    await expect(sheet(page).getByRole('img', { name: `QR code of ${did}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Actions for Owner' })).toBeFocused()
  } finally {
    await satchel.dispose()
  }
})

test('a text is signed and verified; a changed one is not valid; what cannot be read is neither', async ({
  page,
  context,
  satchel,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openIdentity(page, satchel)
  await page.getByLabel('Text to sign').fill('The key is with Ana.\n钥匙在安娜那里。')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('button', { name: 'Copy text, key and signature' }).click()
  await page.getByRole('button', { name: 'Paste a signed text' }).click()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('This key signed this exact text.')).toBeVisible()
  await expect(page.getByText('One of your keys')).toBeVisible()

  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The key is with Bea.')
  await expect(page.getByText('This key signed this exact text.')).toBeHidden()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Not valid', { exact: true })).toBeVisible()

  await page.getByRole('textbox', { name: 'Signed by' }).fill('did:web:nobody.invalid#key')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Couldn’t check')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('This doesn’t say whether the signature is valid.')).toBeVisible()

  const log = page.getByRole('region', { name: 'Signature log' })
  await expect(log.getByRole('row').filter({ hasText: 'Text' })).toContainText('You, in this app')
})

test('a file is signed by its digest, which is computed in the page', async ({ page, context }, info) => {
  const satchel = createSatchel()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const path = info.outputPath('letter.txt')
  const changed = info.outputPath('letter-2.txt')
  try {
    await openIdentity(page, satchel)
    writeFileSync(path, 'Dear Ana')
    writeFileSync(changed, 'Dear Bea')
    await page.getByRole('tab', { name: 'File' }).click()
    const [signing, verifying] = [
      page.locator('input[type=file]').first(),
      page.locator('input[type=file]').last(),
    ]
    await signing.setInputFiles(path)
    // printf 'Dear Ana' | sha256sum
    await expect(page.getByText('SHA-256 6a4dc6', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByRole('button', { name: 'Copy digest, key and signature' }).click()
    await verifying.setInputFiles(path)
    await page.getByRole('button', { name: 'Paste a signature' }).click()
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(page.getByText('This key signed this exact file.')).toBeVisible()
    await verifying.setInputFiles(changed)
    await expect(page.getByText('The pasted signature is for another file')).toBeVisible()
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(page.getByText('Not valid', { exact: true })).toBeVisible()
  } finally {
    await satchel.dispose()
  }
})

test('a backup is asked for until there is one, and brings the keys and the owner to another computer', async ({
  page,
}, info) => {
  const first = createSatchel()
  const second = await createVaultSatchel()
  const path = info.outputPath('backup.age')
  try {
    await openIdentity(page, first)
    const nag = page.getByRole('region', { name: 'Backup' })
    await expect(nag).toContainText('Your keys are only on this computer.')
    await createKey(page, 'Work')
    await (await backUp(page)).saveAs(path)
    await expect(sheet(page)).toContainText('Tested with your passphrase: 2 keys', { timeout: SLOW })
    await sheet(page).getByRole('button', { name: 'Close' }).last().click()
    await expect(nag).toContainText('Every key is in a backup')
    await createKey(page, 'Later')
    await expect(nag).toContainText('1 key isn’t in a backup yet')
    expect(readFileSync(path, 'utf8')).toContain('age-encryption.org/v1')
    const did = await ownDid(first)

    await openIdentity(page, second)
    const before = await ownDid(second)
    await page.getByRole('button', { name: 'More key actions' }).click()
    await page.getByRole('menuitem', { name: 'Restore from a backup' }).click()
    await sheet(page).locator('input[type=file]').setInputFiles(path)
    await sheet(page).getByLabel('File passphrase').fill('not this one at all')
    await sheet(page).getByRole('button', { name: 'Look inside' }).click()
    await expect(sheet(page).getByText('The passphrase is wrong.')).toBeVisible({
      timeout: SLOW,
    })
    await sheet(page).getByLabel('File passphrase').fill(BACKUP)
    await sheet(page).getByRole('button', { name: 'Look inside' }).click()
    await expect(sheet(page)).toContainText('The file opens. It contains 2 keys', { timeout: SLOW })
    await expect(sheet(page).getByText('Will be added')).toHaveCount(2)
    await sheet(page).getByRole('radio', { name: 'Become the owner in the backup' }).click()
    const deed = sheet(page).getByRole('button', { name: 'Restore and become this owner' })
    await expect(deed).toBeDisabled()
    await agree(page)
    expect(await ownDid(second)).toBe(before)
    await deed.click()
    await expect(sheet(page)).toBeHidden({ timeout: SLOW })
    expect(await ownDid(second)).toBe(did)
    await expect(card(page, 'Work')).toContainText('Restored')
    await expect(page.getByText(did)).toBeVisible()
  } finally {
    await first.dispose()
    await second.dispose()
  }
})

test('rotating the owner’s key says what it changes, changes the DID, and asks for a new backup', async ({
  page,
  satchel,
}) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await openIdentity(page, satchel)
  await (await backUp(page)).delete()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  const before = await ownDid(satchel)
  await chooseFor(page, 'Owner', 'Rotate')
  await expect(sheet(page)).toContainText('People know you by your current DID.')
  await expect(sheet(page).getByRole('button', { name: 'Rotate' })).toBeDisabled()
  await agree(page)
  await sheet(page).getByRole('button', { name: 'Rotate' }).click()
  await expect(sheet(page)).toContainText('The new key is in use')
  const after = await ownDid(satchel)
  expect(after).not.toBe(before)
  await expect(sheet(page)).toContainText(after)
  await sheet(page).getByRole('button', { name: 'Back up now' }).click()
  await expect(sheet(page).getByLabel('File passphrase')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Backup' })).toContainText('1 key isn’t in a backup yet')
  await expect(page.getByRole('button', { name: '1 retired key' })).toBeVisible()
  const noted = await satchel.run('chat', 'add note about buying milk tomorrow')
  expect(noted.stdout).toContain('buying milk tomorrow')
})
