/** The Chromium that tests and benchmarks drive, as a path, or undefined when there is none. */
export function findChromium(): string | undefined
/** What Chromium is started with. */
export const chromiumFlags: string[]
