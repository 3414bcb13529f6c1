const isLong = process.env['SATCHEL_TEST_LONG'] === '1'

/**
 * How often something is tried: `quick` in `npm test`, which finds frequent failures; `full` in the long run, for
 * failures that happen once in a thousand times.
 */
export const effort = (quick: number, full: number): number => (isLong ? full : quick)
