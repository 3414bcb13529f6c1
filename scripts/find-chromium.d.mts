/** The Chromium that benchmarks drive, as a path, or undefined when there is none. */
export function findChromium(): string | undefined
/** The one that tests drive. */
export function findTestChromium(): string | undefined
/** What Chromium is started with. */
export const chromiumFlags: string[]
/** The same for tests, whose pages live for seconds. */
export const testFlags: string[]
