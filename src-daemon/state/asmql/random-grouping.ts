import type { EvaluatedGrouping } from './group-evaluator.ts'
import { type Kind, randomOf, type World } from './random-world.ts'

const ZONES = ['UTC', 'Europe/Madrid', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia']
const SCALARS: readonly Kind[] = ['text', 'number', 'integer', 'boolean', 'date', 'any', 'mixed']
const LISTS: readonly Kind[] = ['texts', 'numbers', 'dates', 'anys', 'any']
const NUMERIC: readonly Kind[] = ['number', 'integer', 'any', 'mixed']
const ORDERED: readonly Kind[] = [...NUMERIC, 'text', 'date']

/** Random groupings of a world; with random numbers of their own, so that an earlier seed still gives the same world. */
export const createGroupings = ({ fields, where }: World, seed: number): (() => EvaluatedGrouping) => {
  const { int, pick, chance } = randomOf(seed ^ 0x5eed)
  const among = (kinds: readonly Kind[]): readonly string[] =>
    fields.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path)

  const key = (n: number): EvaluatedGrouping['group'][number] | null => {
    const name = `k${String(n)}`
    const [scalars, lists, dates] = [among(SCALARS), among(LISTS), among(['date'])]
    if (lists.length > 0 && chance(0.3)) return { [name]: { $each: pick(lists) } }
    if (dates.length > 0 && chance(0.4))
      return { [name]: { [pick(['$year', '$month', '$day'])]: pick(dates) } }
    if (scalars.length === 0) return null
    const field = pick(scalars)
    return n === 0 && chance(0.5) ? field : { [name]: field }
  }

  const result = (): Record<string, unknown> => {
    const [numeric, ordered] = [among(NUMERIC), among(ORDERED)]
    if (numeric.length > 0 && chance(0.5)) return { [pick(['$sum', '$avg'])]: pick(numeric) }
    if (ordered.length > 0 && chance(0.6)) return { [pick(['$min', '$max'])]: pick(ordered) }
    return { $count: true }
  }

  return () => {
    const group = Array.from({ length: pick([0, 1, 1, 1, 2]) }, (_, n) => key(n)).filter(
      (one) => one !== null,
    )
    const aggregate = Object.fromEntries(
      Array.from({ length: 1 + int(3) }, (_, n) => [`a${String(n)}`, result()]),
    )
    const names = [
      ...group.map((item) => (typeof item === 'string' ? item : (Object.keys(item)[0] ?? ''))),
      ...Object.keys(aggregate),
    ]
    const order = Array.from({ length: int(3) }, () => ({
      field: pick(names),
      direction: pick(['asc', 'desc'] as const),
    }))
    return { where: chance(0.3) ? {} : where(1), group, aggregate, timezone: pick(ZONES), order }
  }
}
