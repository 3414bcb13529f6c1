/** The Chromium whose pages stand for windows. Started by `host.ts` before the main bundle is loaded. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { findTestChromium, testFlags } from '../../scripts/find-chromium.mjs'

/** Chromium cannot be taught a scheme, so the app's one is shown under an origin that no name server will ever know. */
const APP_ADDRESS = 'satchel://app/'
export const PAGE_ADDRESS = 'https://app.satchel.invalid/'

export const toPageUrl = (url: string): string =>
  url.startsWith(APP_ADDRESS) ? PAGE_ADDRESS + url.slice(APP_ADDRESS.length) : url

export const fromPageUrl = (url: string): string =>
  url.startsWith(PAGE_ADDRESS) ? APP_ADDRESS + url.slice(PAGE_ADDRESS.length) : url

let running: { readonly context: BrowserContext; readonly profile: string } | undefined

/** Starts Chromium and gives the address at which the test can attach to the same pages. */
export const startBrowser = async (): Promise<string> => {
  const profile = mkdtempSync(join(tmpdir(), 'satchel-electron-host-'))
  const executablePath = findTestChromium()
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    viewport: null,
    // The main bundle handles signals: otherwise the library would close the browser under it.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    // Nothing but intercepted requests is ever answered.
    args: [
      ...testFlags,
      '--remote-debugging-port=0',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  running = { context, profile }
  return `http://127.0.0.1:${await debuggingPort(join(profile, 'DevToolsActivePort'))}`
}

/** Chromium writes the port it chose into a file, a moment after it has started. */
const debuggingPort = async (file: string): Promise<string> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : undefined
    if (port !== undefined && port !== '') return port
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Chromium did not say where it can be debugged')
}

export const browserContext = (): BrowserContext => {
  if (running === undefined) throw new Error('the browser of the stand-in is not running')
  return running.context
}

export const stopBrowser = async (): Promise<void> => {
  if (running === undefined) return
  const { context, profile } = running
  running = undefined
  await context.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}
