import { SatchelError } from '../../platform/errors.ts'

const MIB = 1024 * 1024

/** Limits of a change set. In bytes, except `records`, and `depth`: nesting of lists and maps. */
export const LIMITS = {
  /** What fits into one call of the API, as base64. */
  file: 35 * MIB,
  /** Decompressed. */
  total: 1024 * MIB,
  /** An object may have 32 MiB (asm.md 3); its change is slightly larger. */
  record: 40 * MIB,
  records: 5_000_000,
  depth: 128,
} as const

/** `place`: where in the file, in words such as `change 12`. */
export const changeSetInvalid = (place: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('change_set_invalid', {
    params: { problem: `${place}: ${problem}` },
    details: { place, problem },
    cause,
  })
