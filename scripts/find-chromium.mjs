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
 * The Chromium that tests and benchmarks drive: `SATCHEL_CHROMIUM` if set, else the machine's, else the one Playwright
 * downloaded.
 *
 * @returns {string | undefined} path of the program, or undefined when there is none
 */
export function findChromium() {
  const chosen = process.env.SATCHEL_CHROMIUM
  if (chosen) return chosen
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const candidates = [
    ...(fixed[process.platform] ?? []),
    ...onPath.filter((path) => !path.includes('/snap/')),
  ]
  return candidates.find((path) => existsSync(path)) ?? playwrightsOwn()
}

/** What Chromium is started with: nothing it might fetch by itself, and no sandbox of its own where it is run by root. */
export const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

function playwrightsOwn() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined // the packages are not installed yet
  }
}
