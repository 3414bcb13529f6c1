/** The steps of a file from a registry to its review, shown while a gateway delays it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible, tooWide } from './support/checks.ts'
import { startRegistry, useRegistry } from './support/dev-registry.ts'
import { expect, test } from './support/satchel.ts'

/** A gateway that passes on another one's files once released. */
const slowGateway = async (behind: string) => {
  const goOn = Promise.withResolvers<undefined>()
  const server = createServer((request, response) => {
    void goOn.promise
      .then(() => fetch(`${behind}${request.url ?? ''}`, { headers: { accept: 'application/vnd.ipld.raw' } }))
      .then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/vnd.ipld.raw' })
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    goOn: () => {
      goOn.resolve(undefined)
    },
    close: () => {
      goOn.resolve(undefined)
      server.closeAllConnections()
      server.close()
    },
  }
}

test('an install shows where the file is: found, on its way, verified, read', async ({ page, satchel }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await satchel.json('daemon', 'start')
  const dev = await startRegistry(satchel)
  const slow = await slowGateway(dev.gatewayUrl)
  try {
    await useRegistry(satchel, { ...dev, gatewayUrl: slow.url })
    const at = ['--index', dev.mcpUrl, '--registry', 'dev', '--trust', 'trusted']
    await satchel.json('registry', 'sources', 'add', 'dev', ...at)
    await satchel.open(page, '/marketplace')
    await page.getByRole('button', { name: 'Install from' }).click()
    await page.getByRole('menuitem', { name: 'An address, CID or link' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Address, CID or link').fill('did:nuwa:cap:habits')
    await page.keyboard.press('Enter')

    const steps = sheet.getByRole('list', { name: 'Steps' })
    await expect(steps.locator('[data-step=find]')).toHaveAttribute('data-state', 'done')
    await expect(steps.locator('[data-step=fetch]')).toHaveAttribute('aria-current', 'step')
    await expect(steps.locator('[data-step=verify]')).toHaveAttribute('data-state', 'waiting')
    await expect(sheet.getByRole('button', { name: 'Install', exact: true })).toBeHidden()
    await expectAccessible(page, 'a file on its way')
    expect(await tooWide(page)).toEqual([])

    slow.goOn()
    await expect(page.getByRole('dialog', { name: 'Review Habits' })).toContainText(
      'checked against the chain',
    )
    await sheet.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(sheet).toBeHidden()
    expect(await satchel.json('cap', 'list')).toMatchObject({ installed: [{ name: 'habits' }] })
  } finally {
    slow.close()
    await dev.stop()
  }
})
