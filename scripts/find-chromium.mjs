import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const fixed = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((name) => process.env[name])
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
}

/**
 * The Chromium that benchmarks use: `SATCHEL_CHROMIUM` if set, else the machine's, else the one Playwright downloaded.
 *
 * @returns {string | undefined} path of the binary, or undefined if there is none
 */
export function findChromium() {
  return process.env.SATCHEL_CHROMIUM || chromiumOfMachine() || playwrightsOwn()
}

/** Chromium without a window UI, with which a test takes two thirds of the time. */
export const HEADLESS_SHELL = 'chromium-headless-shell'

/**
 * The Chromium that tests use: as above, but the machine's headless shell before its browser. @returns {string |
 * undefined}
 */
export function findTestChromium() {
  return process.env.SATCHEL_CHROMIUM || onPath([HEADLESS_SHELL])[0] || findChromium()
}

/** Path of a Chromium only found through the user's own environment: Playwright's, in the cache folder. */
export function chromiumOfUser() {
  return chromiumOfMachine() === undefined ? findTestChromium() : undefined
}

function chromiumOfMachine() {
  return [...(fixed[process.platform] ?? []), ...onPath(names)].find((path) => existsSync(path))
}

function onPath(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders
    .flatMap((folder) => programs.map((name) => join(folder, name)))
    .filter((path) => !path.includes('/snap/') && existsSync(path))
}

/** Chromium's flags: no background downloads, and no sandbox of its own when run by root. */
export const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * The same for tests, whose pages live for seconds: code that is compiled again to run faster would not live to pay for that, and
 * what is thrown away is collected less often. Benchmarks measure Chromium as people have it.
 */
export const testFlags = [...chromiumFlags, '--js-flags=--no-opt --no-maglev --min-semi-space-size=32']

function playwrightsOwn() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined // the packages aren't installed yet
  }
}
