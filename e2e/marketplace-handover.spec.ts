/** A name that another person took over: who has the capability is asked once, in words that say so. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { expectAccessible, tooWide } from './support/checks.ts'
import { startRegistry, useRegistry, type RunningRegistry } from './support/dev-registry.ts'
import { diaryText, DIARY_1_0_0 } from './support/diary.ts'
import { createSatchel, expect, test, type Satchel } from './support/satchel.ts'

const made = z.object({ account: z.object({ address: z.string() }) })

const follow = async (satchel: Satchel, dev: RunningRegistry) => {
  await useRegistry(satchel, dev)
  const at = ['--index', dev.mcpUrl, '--registry', 'dev', '--trust', 'trusted']
  await satchel.json('registry', 'sources', 'add', 'dev', ...at)
}

test(
  'an update by the new owner of a name is offered, asks once, and then is like any other',
  { tag: '@long' },
  async ({ page, satchel }) => {
    test.setTimeout(300_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [former, next] = [createSatchel(), createSatchel()]
    let dev: RunningRegistry | undefined
    try {
      const accounts = await Promise.all(
        [former, next].map(
          async (one) => made.parse(await one.json('registry', 'account', '--create')).account.address,
        ),
      )
      dev = await startRegistry(satchel, { fund: accounts })
      for (const one of [satchel, former, next]) await follow(one, dev)
      const publish = async (who: Satchel, version: string) => {
        const file = join(who.paths.dataDir, `diary-${version}.acp.yaml`)
        writeFileSync(file, diaryText(DIARY_1_0_0).replace('@1.0.0', `@${version}`))
        // Files aren't shared over a network here: the reader is given this one, as it is signed, before the index looks for it.
        await who.json('acp', 'sign', file)
        await satchel.json('ipfs', 'add', file)
        await who.json('registry', 'publish', file, '--yes')
        await expect
          .poll(async () => (await who.run('registry', 'resolve', `did:nuwa:cap:diary@${version}`)).code, {
            timeout: 30_000,
          })
          .toBe(0)
      }
      await publish(former, '1.0.0')
      await satchel.json('cap', 'install', 'did:nuwa:cap:diary', '--yes')
      const sheet = page.getByRole('dialog')
      const send = async (name: string) => {
        await expect(sheet).toContainText('up to')
        await sheet.getByRole('button', { name, exact: true }).click()
        await expect(sheet).toBeHidden()
      }
      await former.open(page, '/marketplace/did:nuwa:cap:diary')
      await page.getByRole('button', { name: 'Transfer the name' }).click()
      await sheet.getByLabel('Address').fill(accounts[1] ?? '')
      await send('Offer the transfer')
      await next.open(page, '/marketplace/did:nuwa:cap:diary')
      await expect(page.getByText('This name is offered to your account.')).toBeVisible()
      await page.getByRole('button', { name: 'Accept the name' }).click()
      await send('Accept the name')
      await publish(next, '1.1.0')

      await satchel.run('registry', 'updates', '--check')
      await satchel.open(page, '/marketplace')
      await page.getByRole('button', { name: 'Review the update of Diary' }).click()
      const panel = page.getByTestId('handover')
      await expect(panel).toBeVisible()
      await expect(panel).toContainText('Diary has a new author')
      const update = page.getByRole('button', { name: 'Update to 1.1.0' })
      await expect(page.getByText('1 decision above still to make')).toBeVisible()
      await expectAccessible(page, 'an update of a name that was passed on')
      await page.setViewportSize({ width: 900, height: 600 })
      expect(await tooWide(page)).toEqual([])
      await page.getByRole('checkbox', { name: 'I want this from the new author' }).click()
      await update.click()
      await expect(panel).toBeHidden()
      await expect
        .poll(() => satchel.json('cap', 'list'))
        .toMatchObject({ installed: [{ name: 'diary', version: '1.1.0' }] })

      // From now on, the new author is the author.
      await publish(next, '1.2.0')
      expect(await satchel.json('cap', 'update', 'diary', '--yes')).toMatchObject([
        { outcome: 'updated', version: '1.2.0' },
      ])
    } finally {
      await dev?.stop()
      await Promise.all([former.dispose(), next.dispose()])
    }
  },
)
