/** An output as CAP carries it: always an object; what is none stands under `value` (cap.md 3). */
export const wrapOutput = (output: unknown): Record<string, unknown> =>
  isObject(output) ? { ...output } : { value: output ?? null }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
