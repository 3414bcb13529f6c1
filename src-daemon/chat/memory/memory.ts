import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { MEMORY_STORE, coreObjectId } from '../../state/index.ts'
import type { StateService } from '../../state/types.ts'
import { dataLine } from '../core/data-block.ts'
import { relevance, termsOf } from './relevance.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import type { MemoryService } from './types.ts'
import { LONGEST_FACT, type Fact } from '../../contract/memory.ts'

/** Facts that can be kept at once: the whole store is one object, and all of it is looked through for every message. */
const MOST = 1000
/** The retention window of the MemoryStore core model. */
const WINDOW_MS = 90 * 24 * 3600 * 1000
/** What a person asked for by name matters most; the model wants a number. */
const IMPORTANCE = 1

/** An item of the store; what others wrote may have no source, or one that is not ours. */
const itemSchema = z.object({
  value: z.string(),
  createdAt: z.iso.datetime(),
  source: z.object({ conversationId: z.string(), turnId: z.string() }).nullish().catch(null),
})
const storeSchema = z.object({ items: z.record(z.string(), z.unknown()).default({}) })

export const createMemory = (deps: {
  state: Pick<StateService, 'get' | 'update' | 'ownerAccess' | 'onChange'>
  now: () => Date
}): MemoryService => {
  const { state, now } = deps
  const object = { schemaUri: MEMORY_STORE, id: coreObjectId(MEMORY_STORE) }
  let known: readonly Fact[] | null = null
  state.onChange(({ schemaUri }) => {
    if (schemaUri === MEMORY_STORE) known = null
  })

  const facts = (): readonly Fact[] => {
    known ??= Object.entries(storeSchema.parse(state.get(object).object).items)
      .flatMap(([key, item]) => {
        const read = itemSchema.safeParse(item)
        return read.success ? [toFact(key, read.data)] : []
      })
      .sort((a, b) =>
        a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.key < b.key ? 1 : -1,
      )
    // What is past its time is gone, also before the store is swept.
    const at = now().toISOString()
    return known.filter(({ leavesAt }) => leavesAt > at)
  }

  const remember: MemoryService['remember'] = ({ value, source }) => {
    const said = checked(value)
    const same = facts().find((fact) => fact.value === said)
    if (same !== undefined) return same
    if (facts().length >= MOST) throw new SatchelError('memory_full', { params: { count: MOST } })
    return write(newId(), { value: said, source })
  }

  const edit: MemoryService['edit'] = ({ key, value }) => {
    const { source } = found(key)
    return write(key, { value: checked(value), source })
  }

  const write = (key: string, { value, source }: Pick<Fact, 'value' | 'source'>): Fact => {
    const createdAt = now().toISOString()
    const item = { value, importance: IMPORTANCE, createdAt, ...(source === null ? {} : { source }) }
    change({ $set: { [`items.${key}`]: item } })
    return toFact(key, { value, createdAt, source })
  }

  const forget: MemoryService['forget'] = (key) => {
    found(key)
    change({ $unset: [`items.${key}`] })
  }

  const change = (patch: object): void => {
    state.update(state.ownerAccess(MEMORY_STORE, 'internal'), { ...object, patch })
  }

  const found = (key: string): Fact => {
    const fact = facts().find((one) => one.key === key)
    if (fact === undefined) throw new SatchelError('fact_not_found')
    return fact
  }

  const relevant: MemoryService['relevant'] = ({ text, budget, all }) => {
    const wanted = termsOf(text)
    const ranked = facts()
      .map((fact, age) => ({ fact, age, score: relevance(wanted, fact.value) }))
      .filter(({ score }) => all || score > 0)
      .sort((a, b) => b.score - a.score || a.age - b.age)
    let used = 0
    return ranked
      .map(({ fact }) => fact)
      .filter(({ value }) => (used += estimateTokens(dataLine(value))) <= budget)
  }

  return { facts, remember, edit, forget, relevant }
}

const toFact = (key: string, { value, createdAt, source }: z.infer<typeof itemSchema>): Fact => ({
  key,
  value,
  createdAt,
  source: source ?? null,
  leavesAt: new Date(Date.parse(createdAt) + WINDOW_MS).toISOString(),
})

const checked = (value: string): string => {
  const said = value.trim()
  if (said === '' || said.length > LONGEST_FACT)
    throw new SatchelError('invalid_request', {
      params: { problem: `a fact has 1 to ${String(LONGEST_FACT)} characters` },
    })
  return said
}
