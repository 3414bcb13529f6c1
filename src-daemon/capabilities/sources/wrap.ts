import { isRecord } from '../../platform/is-record.ts'

/** An output as CAP carries it: always an object; other values are put under `value` (cap.md 3). */
export const wrapOutput = (output: unknown): Record<string, unknown> =>
  isRecord(output) ? { ...output } : { value: output ?? null }
