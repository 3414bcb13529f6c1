import { test } from '@playwright/test'

/**
 * Names the running test to the processes that it starts: what one leaves behind says whose it is
 * (`scripts/left-processes.mjs`). Pictures are taken outside of tests.
 */
export const namedAfterTest = (): Record<string, string> => {
  try {
    return { SATCHEL_TEST_NAME: test.info().titlePath.join(' › ') }
  } catch {
    return {}
  }
}
