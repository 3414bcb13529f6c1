import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs'
import { privateMegabytes } from '../startup/memory.ts'
import { median } from '../statistics.ts'
import { PROBE, type Smoothness } from './probe.ts'

declare const smoothness: { start: () => void; end: (keys: number) => Smoothness }

/**
 * A script for a page: `opening(title, words)` clicks on a conversation, and says after how many milliseconds a frame shows the words;
 * `switching(name)` does the same with a page and its link in the rail.
 */
const CLICKS = `(() => {
  const shown = (target, isThere) => new Promise((done, failed) => {
    const started = performance.now()
    target.click()
    const look = () => {
      if (isThere()) requestAnimationFrame(() => done(performance.now() - started))
      else if (performance.now() - started > 30_000) failed(new Error('it never showed'))
      else requestAnimationFrame(look)
    }
    look()
  })
  const main = () => document.querySelector('main')?.textContent
  globalThis.opening = (title, words) => shown(
    [...document.querySelectorAll('a')].find((link) => link.textContent.includes(title)),
    () => document.querySelector('[data-test=messages]')?.textContent.includes(words) === true,
  )
  globalThis.switching = (name) => {
    const before = main()
    return shown(
      document.querySelector('nav a[href*="#/' + name + '"]'),
      () => location.hash.startsWith('#/' + name) && main() !== before,
    )
  }
})()`
declare const opening: (title: string, words: string) => Promise<number>
declare const switching: (name: string) => Promise<number>

const PAGES = ['state', 'activity', 'capabilities', 'models', 'settings', 'chat'] as const
const SCROLLS = 60
const PAUSE_MS = 30_000

/** The window of somebody who has used the app for years, in a browser of its own. */
export const openDaily = async (url: string) => {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(60_000)
  await page.addInitScript(PROBE)
  await page.addInitScript(CLICKS)
  await page.goto(url)
  await page.locator('textarea').first().waitFor()

  /** Milliseconds from a click on the conversation until its last message is on the screen. */
  const openConversation = async (title: string, last: string): Promise<number> => {
    await page.getByRole('link', { name: title }).first().waitFor()
    return page.evaluate(([name, words]) => opening(name, words), [title, last] as const)
  }

  /** Scrolls up through messages, and says how smooth that was. */
  const scroll = async (): Promise<Smoothness> => {
    const box = await page.locator('[data-test=messages]').boundingBox()
    await page.mouse.move((box?.x ?? 600) + 200, 300)
    await page.evaluate(() => {
      smoothness.start()
    })
    for (let step = 0; step < SCROLLS; step += 1) {
      await page.mouse.wheel(0, -400)
      await page.waitForTimeout(50)
    }
    return page.evaluate(() => smoothness.end(0))
  }

  /** Median of the milliseconds from a click in the rail until another page is shown; each has been loaded before. */
  const switchPages = async (): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 4; round += 1)
      for (const name of PAGES) {
        const took = await page.evaluate((to) => switching(to), name)
        if (round > 0) times.push(took)
      }
    return median(times)
  }

  /** Says something, and waits for the answer. */
  const say = async (text: string): Promise<void> => {
    const field = page.locator('textarea').first()
    await field.fill(text)
    await field.press('Enter')
    await page.getByRole('button', { name: 'Stop', exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  }

  /**
   * What the page's process has for itself, in MB (10^6 bytes), after a pause: an hour of which this takes minutes has
   * many, and in each Chromium collects what is no longer used. Nothing makes it collect.
   */
  const megabytes = async (): Promise<number> => {
    await page.waitForTimeout(PAUSE_MS)
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    return Math.max(...renderers.map(({ id }) => privateMegabytes(id)))
  }

  return { openConversation, scroll, switchPages, say, megabytes, close: () => browser.close() }
}
