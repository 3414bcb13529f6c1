/** Anchors on the State page: taken here, put on a real chain with their cost shown first, and checked there. */
import { z } from 'zod'
import { expectAccessible } from './support/checks.ts'
import { startRegistry, type RunningRegistry } from './support/dev-registry.ts'
import { sheet } from './support/identity.ts'
import { expect, test } from './support/satchel.ts'
import { preferDatabase } from './support/state.ts'

test.describe.configure({ timeout: 240_000 })

test('a scope is anchored on a chain, at the cost that was shown, and is found there', async ({
  page,
  satchel,
}) => {
  let registry: RunningRegistry | null = null
  try {
    await satchel.json('cap', 'install', 'note', '--yes')
    const { account } = z
      .object({ account: z.object({ address: z.string() }) })
      .parse(await satchel.json('registry', 'account', '--create'))
    registry = await startRegistry(satchel, { fund: [account.address] })
    await preferDatabase(page)
    await satchel.open(page, '/state')
    await page.getByRole('button', { name: 'Anchors' }).click()
    await expect(sheet(page)).toContainText('Add a registry on a chain in Settings to anchor there.')
    await sheet(page).getByRole('button', { name: 'Anchor here' }).click()
    await expect(sheet(page).getByRole('listitem')).toContainText('Only on this device')

    const { rpcUrl, chainId, contract, startBlock, confirmations } = registry
    await satchel.json(
      ...['registry', 'chains', 'add', 'dev', '--rpc', rpcUrl, '--chain', String(chainId)],
      ...['--contract', contract, '--start', String(startBlock), '--confirmations', String(confirmations)],
    )
    await sheet(page).getByRole('button', { name: 'Anchor on a chain' }).click()
    await expect(sheet(page).getByRole('alert').or(sheet(page).getByText('It costs at most'))).toBeVisible()
    await expect(sheet(page)).toContainText('but nothing of your data')
    await expectAccessible(page, 'Anchors')
    await sheet(page).getByRole('button', { name: 'Put on the chain' }).click()
    // The anchor that was taken before is the one that is put there.
    const line = sheet(page).getByRole('listitem')
    await expect(line).toContainText('On a chain', { timeout: 60_000 })
    await expect(line).toHaveCount(1)
    await sheet(page).getByRole('button', { name: 'Check all' }).click()
    await expect(line).toContainText('Checked: on the chain', { timeout: 60_000 })

    await registry.stop()
    await sheet(page).getByRole('button', { name: 'Check all' }).click()
    await expect(line).toContainText('Couldn’t ask the chain', { timeout: 60_000 })
  } finally {
    await registry?.stop()
  }
})
