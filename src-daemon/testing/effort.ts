const isLong = process.env['SATCHEL_TEST_LONG'] === '1'

/**
 * How often something is tried: `quick` in `npm test`, which finds what is wrong most of the time; `full` in the long run, for what is
 * wrong one time in a thousand.
 */
export const effort = (quick: number, full: number): number => (isLong ? full : quick)
