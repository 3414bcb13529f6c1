import { isDeeper } from './json-depth.ts'

/** The most levels of foreign JSON that are kept: SQLite reads no more than a thousand, and recursion ends soon after. */
const DEEPEST = 500

/** Whether a JSON value nests deeper than is kept. */
export const nestsTooDeep = (value: unknown): boolean => isDeeper(value, DEEPEST)
