import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'

const SAMPLE_MS = 200
const MB = 1e6

/**
 * Watches the JavaScript heap of a page. What it returns ends the watch and says the most there was meanwhile, in MB
 * (10^6 bytes): with what is no longer used but not yet collected.
 */
export const watchHeap = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page)
  const over = new AbortController()
  const watched = (async () => {
    let most = 0
    while (!over.signal.aborted) {
      most = Math.max(most, await megabytes(session))
      await setTimeout(SAMPLE_MS)
    }
    return most
  })()
  return () => {
    over.abort()
    return watched
  }
}

/** What of the page's heap is in use, in MB, after a collection. */
export const heapInUse = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return megabytes(session)
}

const megabytes = async (session: CDPSession): Promise<number> =>
  (await session.send('Runtime.getHeapUsage')).usedSize / MB
