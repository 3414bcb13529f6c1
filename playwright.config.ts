import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/find-chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './scripts/keychain-sessions.mjs',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  // As in vitest.config.ts.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // They end what hangs; a machine that runs the unit tests too must not fail a test.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    // Recording every test took a fifth of the time of all; the first failure keeps its words and its picture.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
  },
})
