/** Servers whose secrets are in a locked vault: the reason they are unavailable, and their return once it is open. */
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { createVaultSatchel, expect, test } from './support/satchel.ts'
import { makeScriptedServer } from './support/scripted-server.ts'
import { useTools } from './support/servers.ts'

const PASSPHRASE = 'lantern copper meadow'

test('a server that waits for the vault says so everywhere, and starts by itself once it is opened there', async ({
  page,
}) => {
  test.slow()
  const satchel = await createVaultSatchel(PASSPHRASE)
  const server = makeScriptedServer()
  server.setScript({ tools: [{ name: 'hello', description: 'Says hello.' }] })
  try {
    await satchel.open(page, '/servers')
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('button', { name: 'Set it up yourself' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name', { exact: true }).fill('greeter')
    const at = server.command.indexOf('--')
    await sheet.getByLabel('Program and arguments').fill(server.command.slice(at + 1).join('\n'))
    const folders = server.command.slice(0, at).filter((one) => one !== '--read')
    await sheet.getByLabel('Folders it can read').fill(folders.join('\n'))
    await sheet.getByRole('button', { name: 'Add secret' }).press('Enter')
    await page.keyboard.type('TOKEN')
    await page.keyboard.press('Tab')
    await page.keyboard.type('tok-of-the-vault')
    await sheet.getByRole('button', { name: 'Start and connect' }).click()
    await useTools(page)
    const card = page.getByRole('article', { name: 'greeter' })
    await expect(card.getByText('Running', { exact: true })).toBeVisible({ timeout: 20_000 })

    await satchel.run('share', 'expose', 'Editor', 'mcp:greeter/*', '--yes')
    await satchel.run('daemon', 'stop')
    delete satchel.env['SATCHEL_VAULT_PASSPHRASE']
    await satchel.open(page, '/servers')
    await expect(card.getByText('Vault locked')).toBeVisible()
    await expect(card.getByText('Its secrets are in the vault, and the vault is locked')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Start' })).toBeDisabled()
    expect((await satchel.run('servers', 'list')).stdout).toContain('vault locked')
    const called = await satchel.run('cap', 'invoke', 'mcp:greeter/hello', '{}', '--yes')
    expect(called.stdout).toContain('The vault that holds the secrets of greeter is locked.')

    // Also where it is shared with another program, which cannot call it either; it can be opened there, too.
    await page.goto(new URL('#/sharing', page.url()).href)
    const shared = page.getByRole('article', { name: 'Editor' })
    await expect(shared.getByText('Vault locked')).toBeVisible()
    await shared.getByRole('button', { name: 'Editor' }).click()
    await expect(shared).toContainText('The vault with the secrets of greeter is locked')
    await expectAccessible(page, 'a shared server that waits for the vault')
    for (const width of looksOfRun([1280, 900])) {
      await page.setViewportSize({ width, height: 600 })
      expect(await tooWide(page)).toEqual([])
    }
    await shared.getByRole('button', { name: 'Unlock the vault' }).click()
    await expect(page.getByLabel('Vault passphrase')).toBeFocused()
    await page.keyboard.press('Escape')

    await page.goto(new URL('#/capabilities', page.url()).href)
    await page.getByRole('link', { name: /^greeter/ }).click()
    await expect(page.getByText('Vault locked')).toHaveCount(2)
    for (const width of looksOfRun([1280, 900])) {
      await page.setViewportSize({ width, height: 600 })
      expect(await tooWide(page)).toEqual([])
    }
    await expectAccessible(page, 'a server that waits for the vault')
    await tabTo(page, page.getByRole('button', { name: 'Unlock the vault' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Vault passphrase')).toBeFocused()
    await expectAccessible(page, 'the vault is opened at a server')
    await page.keyboard.type(PASSPHRASE)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Vault locked')).toHaveCount(0, { timeout: 30_000 })
    // It was called meanwhile.
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
    await page.goto(new URL('#/sharing', page.url()).href)
    await expect(shared).toBeVisible()
    await expect(shared.getByText('Vault locked')).toHaveCount(0)
    const again = await satchel.run('cap', 'invoke', 'mcp:greeter/hello', '{}', '--yes')
    expect(again.stdout).toContain('hello {}')
  } finally {
    await satchel.dispose()
    server.remove()
  }
})
