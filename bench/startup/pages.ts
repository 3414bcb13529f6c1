import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs'

export const FIRST_LOAD = 'first-load JavaScript, gzip: all that comes until the first page rests'

/** What a person can act on; a page that shows one of these and answers to it can be used. */
const CONTROLS = '#app :is(a[href], button, input, textarea):not([disabled])'
const EMPTY = '<!doctype html><title>empty</title><div id="app"><button>ok</button></div>'

/** Chromium, and how long pages take in it. Each is opened in a context of its own, with nothing cached. */
export const openPages = async () => {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(EMPTY)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  /** Milliseconds from opening the address until a control is there and the page has answered two frames. */
  const timeUsable = async (url: string): Promise<number> => {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      const started = performance.now()
      await page.goto(url, { waitUntil: 'commit' })
      // In the page, with each frame: a locator looks only every half second after a while, and what waits for a function
      // needs an `eval` that the app's policy forbids.
      await page.evaluate(`new Promise((done) => {
        const look = () => {
          if (document.querySelector(${JSON.stringify(CONTROLS)})?.checkVisibility() === true) done()
          else requestAnimationFrame(look)
        }
        look()
      })`)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      return performance.now() - started
    } finally {
      await context.close()
    }
  }

  /** kB (10^3 bytes) of gzipped JavaScript that has come until the page rests, pages it loads by itself included. */
  const kilobytesAtRest = async (url: string): Promise<number> => {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      const sizes: Promise<number>[] = []
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.endsWith('.js'))
          sizes.push(response.body().then((body) => gzipSync(body).length))
      })
      await page.goto(url, { waitUntil: 'networkidle' })
      return (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0) / 1e3
    } finally {
      await context.close()
    }
  }

  return {
    timeUsable,
    kilobytesAtRest,
    timeEmpty: () => timeUsable(`http://127.0.0.1:${port}/`),
    close: async (): Promise<void> => {
      await browser.close()
      server.close()
    },
  }
}
