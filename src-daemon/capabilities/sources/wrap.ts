import { isRecord } from '../../platform/is-record.ts'

/** An output as CAP carries it: always an object; what is none stands under `value` (cap.md 3). */
export const wrapOutput = (output: unknown): Record<string, unknown> =>
  isRecord(output) ? { ...output } : { value: output ?? null }
