/** A WebAssembly module that a capability names by CID: fetched on the capability's page, from those the owner named. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpTool, packageText, signed } from '../src-daemon/packages/testing.ts'
import { cidOf } from '../src-daemon/platform/cid.ts'
import { openBlockFolder } from '../src-daemon/registry/ipfs/testing/block-folder.ts'
import { startGateway } from '../src-daemon/registry/ipfs/testing/gateway-server.ts'
import { expectAccessible } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'

const MODULE = readFileSync(join(import.meta.dirname, '../resources/samples/units/units.wasm'))

test('a missing module is fetched from the gateway that stands beside the button', async ({
  page,
  satchel,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-modules-'))
  const blocks = openBlockFolder(join(folder, 'blocks'))
  const gateway = await startGateway(blocks)
  try {
    const cid = cidOf(MODULE)
    const tool = httpTool(JSON.stringify({ type: 'wasm', module: cid }), 'convert')
    const file = join(folder, 'diary.acp.yaml')
    writeFileSync(file, await signed(packageText(tool)))
    await satchel.json('cap', 'install', file, '--yes')
    await satchel.open(page, '/capabilities/diary?tab=permissions')
    await expect(page.getByText('Missing', { exact: true })).toBeVisible()
    // No source was named, so none can be asked.
    await expect(page.getByTestId('module-fetch')).toHaveCount(0)

    await satchel.run('ipfs', 'set', 'gateways', gateway.url)
    await expect(page.getByText(`Asks ${gateway.url}.`)).toBeVisible()
    await expectAccessible(page, 'a missing module')
    await page.getByTestId('module-fetch').press('Enter')
    await expect(page.getByRole('alert')).toContainText('None of these sources has')
    await expect(page.getByText('Missing', { exact: true })).toBeVisible()

    await blocks.put(MODULE)
    await page.getByTestId('module-fetch').press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Module saved.' })).toBeVisible()
    await expect(page.getByText('Available', { exact: true })).toBeVisible()
    await expect(page.getByTestId('module-fetch')).toHaveCount(0)
  } finally {
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
