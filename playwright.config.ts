import { defineConfig } from '@playwright/test'
import { findTestChromium, testFlags } from './scripts/find-chromium.mjs'
import { isLongRun, titlesOfRun } from './scripts/long-tests.ts'

const executablePath = findTestChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Node runs them as they are. Playwright would translate a thousand files, which takes a fresh clone ten seconds.
  build: { external: ['**/src-daemon/**', '**/src-main/**', '**/scripts/**'] },
  globalSetup: './scripts/keychain-sessions.mjs',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  ...titlesOfRun('e2e'),
  // They end what hangs; a machine that runs the unit tests too must not fail a test.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    // What can't be clicked fails by its name, not by the time of the whole test.
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    // A page that is there already starts the app in half the time of a new process. Tests share no storage: each asks a daemon of
    // its own, on a port of its own, so its pages are of another origin.
    reuseContext: true,
    // The quick run waits for no sheet to slide in; the long run has the motion most people see.
    contextOptions: { reducedMotion: isLongRun ? 'no-preference' : 'reduce' },
    // Recording every test takes a fifth of the time of all; a failure keeps its words and its picture.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: testFlags, ...(executablePath === undefined ? {} : { executablePath }) },
  },
})
