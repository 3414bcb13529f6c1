/** Takes the README's pictures from the real app: `npm run pictures`. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumFlags, findTestChromium } from '../scripts/find-chromium.mjs'
import { startRegistry, useRegistry } from './support/dev-registry.ts'
import { createSatchel } from './support/satchel.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'images')
const SENTENCES = ['add note about the spare key, it is with Ana', 'add note about buying milk tomorrow']
const NOTES = 'did:nuwa:state:note#v1'

mkdirSync(folder, { recursive: true })
const executablePath = findTestChromium()
const browser = await chromium.launch({
  args: chromiumFlags,
  ...(executablePath === undefined ? {} : { executablePath }),
})
const satchel = createSatchel({ keychain: false })
try {
  for (const name of ['note', 'tasks']) await satchel.json('cap', 'install', name, '--yes')
  await satchel.json('chat', 'add a task to water the plants by friday')
  for (const sentence of SENTENCES) await satchel.json('chat', sentence)

  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  await satchel.open(page)
  await page.getByRole('link', { name: 'add note about buying milk' }).click()
  await page
    .getByRole('article', { name: 'Satchel' })
    .getByRole('button', { name: /buying milk tomorrow/ })
    .first()
    .click()
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, 'chat.png') })

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(
    (to) => {
      window.location.hash = to
    },
    `/state?schema=${encodeURIComponent(NOTES)}`,
  )
  await page.getByRole('button', { name: /^buying milk/ }).click()
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, 'state.png') })

  const dev = await startRegistry(satchel)
  try {
    await useRegistry(satchel, dev)
    await satchel.json('registry', 'sources', 'add', 'dev', '--registry', 'dev', '--index', dev.mcpUrl)
    // What a source says of a capability is known whole once it was looked at.
    for (const name of ['recipes', 'vocabulary', 'reading-list', 'habits'])
      await satchel.json('registry', 'resolve', name)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(() => {
      window.location.hash = '/marketplace'
    })
    await page.getByRole('link', { name: /^Recipes/ }).waitFor()
    await page.waitForTimeout(800)
    await page.screenshot({ path: join(folder, 'marketplace.png') })
  } finally {
    await dev.stop()
  }
} finally {
  await satchel.dispose()
  await browser.close()
}
