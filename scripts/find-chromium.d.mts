/** Path of the Chromium that benchmarks use, or undefined if there is none. */
export function findChromium(): string | undefined
/** Path of the one that tests use. */
export function findTestChromium(): string | undefined
/** Chromium's command-line flags. */
export const chromiumFlags: string[]
/** The same for tests, whose pages live for seconds. */
export const testFlags: string[]
