/** Locked keys are unlocked where they are needed: in the message, which then goes on by itself. */
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createVaultSatchel, expect, test } from './support/satchel.ts'

const PASSPHRASE = 'lantern copper meadow'

test('a message that needs locked keys asks for the passphrase in place, and goes on by itself', async ({
  page,
}) => {
  test.slow()
  const satchel = await createVaultSatchel(PASSPHRASE)
  try {
    await satchel.run('cap', 'install', 'note', '--yes')
    await satchel.run('daemon', 'stop')
    delete satchel.env['SATCHEL_VAULT_PASSPHRASE']

    await satchel.open(page, '/chat')
    await sendMessage(page, 'add note about the spare key')
    const card = page.getByRole('region', { name: 'Your keys are locked' })
    await expect(card).toContainText('it goes on by itself')
    await expect(card.getByLabel('Vault passphrase')).toBeFocused()
    await expectAccessible(page, 'a message waits for the vault')
    for (const width of looksOfRun([1280, 900, 420])) {
      await page.setViewportSize({ width, height: 800 })
      expect(await tooWide(page)).toEqual([])
    }
    // Elsewhere it is said, too, and it can be unlocked there.
    await page.goto(new URL('#/activity?tab=approvals', page.url()).href)
    await expect(page.getByRole('region', { name: 'Your keys are locked' })).toBeVisible()
    await page.goBack()

    await card.getByLabel('Vault passphrase').fill('a wrong one')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('The passphrase is wrong.')
    await card.getByLabel('Vault passphrase').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await expect(card).toHaveCount(0)
    await expect(page.locator('[data-test=tool-row]')).toContainText('spare key')
    await expect(page.getByRole('link', { name: /spare key/ })).toBeVisible()

    // Declined by keyboard, nothing is changed, and the answer says why.
    await satchel.run('daemon', 'stop')
    await satchel.open(page, '/chat')
    await sendMessage(page, 'add note about the cellar')
    const decline = page.getByRole('button', { name: 'Don’t unlock' })
    await expect(decline).toBeVisible()
    await tabTo(page, decline)
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-test=tool-row]').last()).toContainText('Your keys are locked.')

    // The command line says what is missing where it can't ask, and takes the passphrase from the environment.
    const refused = await satchel.run('chat', 'add note about the attic')
    expect(refused.stdout).toContain('no terminal to ask for the passphrase on')
    satchel.env['SATCHEL_VAULT_PASSPHRASE'] = PASSPHRASE
    expect((await satchel.run('chat', 'add note about the garden')).code).toBe(0)
    const notes = await satchel.run('state', 'query', '--from', 'did:nuwa:state:note#v1')
    expect(notes.stdout).toContain('garden')
    expect(notes.stdout).not.toContain('attic')
    expect(notes.stdout).not.toContain('cellar')
  } finally {
    await satchel.dispose()
  }
})
