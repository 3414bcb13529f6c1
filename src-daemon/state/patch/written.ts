import { toPointer } from '../json.ts'

/**
 * JSON pointers of the values a patch that was applied gives: what it names with `$set`, or with `add` and `replace` steps.
 * Whoever writes the value that is shown already, beside concurrent ones, means to settle them.
 */
export const writtenBy = (patch: unknown): readonly string[] => {
  if (Array.isArray(patch)) return patch.flatMap(writtenByStep)
  if (!isRecord(patch) || !isRecord(patch['$set'])) return []
  return Object.keys(patch['$set']).map((path) => toPointer(path.split('.')))
}

const writtenByStep = (step: unknown): string[] => {
  if (!isRecord(step) || (step['op'] !== 'add' && step['op'] !== 'replace')) return []
  return typeof step['path'] === 'string' ? [step['path']] : []
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
