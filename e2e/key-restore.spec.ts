/** The key of the data is lost: what the page says, and how a key backup brings the data back. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openKeyStores, readEncryptionFile } from '../src-daemon/identity/index.ts'
import { expectAccessible, looksOfRun, tooWide } from './support/checks.ts'
import { createSatchel, expect, test, type Satchel } from './support/satchel.ts'

const BACKUP = 'a passphrase for backups'
const NOTE = 'did:nuwa:state:note#v1'
const LOOKS = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]

/** Writes a note, makes a backup, and returns the backup's path outside of the data folder's own files. */
const withBackup = async (satchel: Satchel): Promise<string> => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.json('state', 'create', NOTE, JSON.stringify({ title: 'Comes back', body: 'b', tags: [] }))
  const path = join(satchel.paths.dataDir, 'keys.age')
  satchel.env['SATCHEL_BACKUP_PASSPHRASE'] = BACKUP
  await satchel.json('keys', 'backup', path, '--yes')
  await satchel.run('daemon', 'stop')
  return path
}
const loseKeys = async ({ paths }: Satchel): Promise<void> => {
  const { keychain } = openKeyStores(paths.dataDir, () => new Date())
  const { ownerDid } = JSON.parse(readFileSync(join(paths.dataDir, 'identity.json'), 'utf8')) as {
    ownerDid: string
  }
  for (const id of [readEncryptionFile(paths.dataDir).key?.entry ?? '', ownerDid]) {
    const secret = await keychain.read(id)
    if (secret !== null) await keychain.remove(id, secret)
  }
}
const formOf = (page: Page) => page.locator('[data-test=restore-data-key]')
const choose = (page: Page, path: string) => formOf(page).locator('input[type=file]').setInputFiles(path)
const restore = async (page: Page, passphrase: string) => {
  const form = formOf(page)
  await form.getByLabel('File passphrase').fill(passphrase)
  await form.getByRole('button', { name: 'Restore', exact: true }).click()
}
const expectNote = async (page: Page) => {
  await expect(page.getByRole('link', { name: 'Identity' })).toBeVisible({ timeout: 20_000 })
  await page.goto(new URL('/#/state', page.url()).href)
  await expect(page.getByRole('button', { name: /^Comes back/ })).toBeVisible()
}

test('a backup brings the key back from the page that says it is missing', async ({ page, satchel }) => {
  test.setTimeout(120_000)
  const backup = await withBackup(satchel)
  await loseKeys(satchel)
  await satchel.open(page)
  await expect(page.getByText('is encrypted, and Satchel can’t find its key')).toBeVisible()
  const form = formOf(page)
  await expect(form.getByRole('heading', { name: 'Restore the key from a backup' })).toBeVisible()
  for (const size of looksOfRun(LOOKS)) {
    await page.setViewportSize(size)
    await expectAccessible(page, `the missing key at ${String(size.width)}`)
    expect(await tooWide(page)).toEqual([])
  }

  const nonsense = join(satchel.paths.dataDir, 'nonsense.age')
  writeFileSync(nonsense, 'nonsense')
  await choose(page, nonsense)
  await restore(page, BACKUP)
  await expect(form.getByText('This isn’t a complete backup of Satchel keys.')).toBeVisible()
  await choose(page, backup)
  await restore(page, 'another one altogether')
  await expect(form.getByText('The passphrase is wrong.')).toBeVisible()
  await restore(page, BACKUP)
  await expectNote(page)
  await page.goto(new URL('/#/identity', page.url()).href)
  await expect(page.getByText('Ready to sign')).toBeVisible()
  await expect(page.getByText('Every key is in a backup')).toBeVisible()
  await page.goto(new URL('/#/settings', page.url()).href)
  await expect(page.locator('[data-test=key-backup]')).toContainText('A key backup holds this key.')
})

test('on a computer without a keychain, the copied data opens with the backup', async ({ page, satchel }) => {
  test.setTimeout(120_000)
  const backup = await withBackup(satchel)
  const other = createSatchel({ keychain: false, passphrase: null })
  try {
    cpSync(satchel.paths.dataDir, other.paths.dataDir, { recursive: true })
    await other.open(page)
    await expect(page.getByText('the system keychain won’t release the key')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry now' })).toBeVisible()
    await choose(page, backup)
    await restore(page, BACKUP)
    await expectNote(page)
    await other.closeWeb()
    await other.run('daemon', 'stop')
    await other.open(page)
    await expect(page.getByRole('heading', { name: 'Unlock your vault' })).toBeVisible()
    await page.getByLabel('Passphrase', { exact: true }).fill(BACKUP)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expectNote(page)
  } finally {
    await other.dispose()
  }
})

test('a vault with another passphrase is asked for it, and the page says what lies in no backup', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const satchel = createSatchel({ keychain: false })
  try {
    const backup = await withBackup(satchel)
    rmSync(join(satchel.paths.dataDir, 'vault.age'))
    await openKeyStores(satchel.paths.dataDir, () => new Date()).vault.make('lantern copper meadow', {
      id: `secret:models/lab:${'0'.repeat(32)}`,
      secret: Buffer.from('sk-1'),
    })
    delete satchel.env['SATCHEL_VAULT_PASSPHRASE']
    await satchel.open(page)
    await page.getByLabel('Passphrase', { exact: true }).fill('lantern copper meadow')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await choose(page, backup)
    await restore(page, BACKUP)
    const form = formOf(page)
    await expect(form.getByText('The vault opens with another passphrase than the backup.')).toBeVisible()
    await form.getByLabel('Vault passphrase').fill('lantern copper meadow')
    await form.getByRole('button', { name: 'Restore', exact: true }).click()
    await expectNote(page)
  } finally {
    await satchel.dispose()
  }
})

test('until a backup holds the key of the data, Identity and Settings ask for one', async ({
  page,
  satchel,
}) => {
  await withBackup(satchel)
  // As after a backup from before Satchel put that key into it.
  const file = join(satchel.paths.dataDir, 'encryption.json')
  const { key, ...rest } = readEncryptionFile(satchel.paths.dataDir)
  writeFileSync(file, JSON.stringify({ ...rest, key: key && { ...key, backedUpAt: null } }))
  await satchel.open(page, '/identity')
  const card = page.getByRole('region', { name: 'Backup' })
  await expect(card).toContainText('No backup holds the key of your encrypted data yet.')
  await page.goto(new URL('/#/settings', page.url()).href)
  await expect(page.locator('[data-test=key-backup]')).toContainText('No key backup holds this key.')
  rmSync(join(satchel.paths.dataDir, 'keys.age'))
  await satchel.json('keys', 'backup', join(satchel.paths.dataDir, 'keys.age'), '--yes')
  await expect(page.locator('[data-test=key-backup]')).toContainText('A key backup holds this key.')
  await page.goto(new URL('/#/identity', page.url()).href)
  await expect(card).toContainText('Every key is in a backup')
})
