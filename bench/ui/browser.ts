import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs'
import { LAST } from './answer.ts'
import { heapInUse, watchHeap } from './heap.ts'
import { PROBE, WRITE_ANEW, type Smoothness } from './probe.ts'

const KEY_MS = 150
const TIMEOUT_MS = 180_000
const PAUSE_MS = 3_000
const MARKDOWN_IT = fileURLToPath(
  new URL('browser/markdown-it.umd.min.js', import.meta.resolve('markdown-it')),
)

declare const smoothness: { start: () => void; end: (keys: number) => Smoothness }
declare const writeAnew: (pieces: readonly string[], everyMs: number) => Promise<void>

/** How a page went while text streamed into it; its heap in MB. */
export interface Watched extends Smoothness {
  readonly heapMost: number
  /** In use after a pause. */
  readonly heapAfter: number
}

/** A browser that watches pages while text streams into them and somebody types. */
export const openBrowser = async () => {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath === undefined ? {} : { executablePath }),
  })

  const inPage = async <Result>(watch: (page: Page) => Promise<Result>): Promise<Result> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(TIMEOUT_MS)
      await page.addInitScript(PROBE)
      return await watch(page)
    } finally {
      await context.close()
    }
  }

  /** Asks the scripted model in the chat of the app at `url`, types until its answer is complete, and opens that anew. */
  const watchChat = (url: string): Promise<Watched & { readonly heapAnew: number }> =>
    inPage(async (page) => {
      await page.goto(url)
      const field = page.locator('textarea').first()
      await field.fill('How do I move it?')
      await field.press('Enter')
      await page.locator('.markdown').first().waitFor()
      const watched = await watchWhile(page, () => page.getByText(LAST).waitFor())
      await page.reload()
      await page.getByText(LAST).waitFor()
      await page.waitForTimeout(PAUSE_MS)
      return { ...watched, heapAnew: await heapInUse(page) }
    })

  /** The text rendered anew for each of its pieces, as simple chat pages do. */
  const watchRenderingAnew = (pieces: readonly string[], everyMs: number): Promise<Watched> =>
    inPage(async (page) => {
      await page.setContent(
        '<textarea></textarea><div id="box" style="height: 600px; overflow: auto"><div id="text"></div></div>',
      )
      await page.evaluate(PROBE)
      await page.evaluate(WRITE_ANEW)
      await page.addScriptTag({ content: readFileSync(MARKDOWN_IT, 'utf8') })
      await page.locator('textarea').focus()
      return watchWhile(page, () =>
        page.evaluate(([texts, ms]) => writeAnew(texts, ms), [pieces, everyMs] as const),
      )
    })

  const watchWhile = async (page: Page, written: () => Promise<unknown>): Promise<Watched> => {
    const heapMost = await watchHeap(page)
    await page.evaluate(() => {
      smoothness.start()
    })
    const keys = await typeUntil(page, written())
    const smooth = await page.evaluate((typed) => smoothness.end(typed), keys)
    const most = await heapMost()
    await page.waitForTimeout(PAUSE_MS)
    return { ...smooth, heapMost: most, heapAfter: await heapInUse(page) }
  }

  const typeUntil = async (page: Page, ended: Promise<unknown>): Promise<number> => {
    const over = new AbortController()
    const all = ended.finally(() => {
      over.abort()
    })
    const { signal } = over
    let keys = 0
    while (!signal.aborted) {
      await page.keyboard.press(keys % 40 === 39 ? 'Backspace' : 'a')
      await page.waitForTimeout(KEY_MS)
      keys += 1
    }
    await all
    return keys
  }

  return { watchChat, watchRenderingAnew, close: () => browser.close() }
}
