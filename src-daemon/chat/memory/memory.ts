/** The facts remembered about the user, in the MemoryStore core model. */
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { MEMORY_STORE, coreObjectId } from '../../state/index.ts'
import type { StateService } from '../../state/types.ts'
import { dataLine } from '../core/data-block.ts'
import { AGREED, ASKED, raised } from './importance.ts'
import { relevance, termsOf } from './relevance.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import type { MemoryService } from './types.ts'
import type { Label } from '../../contract/labels.ts'
import { LONGEST_FACT, type Fact } from '../../contract/memory.ts'

/** The maximum number of facts: the store is one object, and all of it is searched for every message. */
const MOST = 1000
/** A use is recorded once in a while, not for every message. */
const USED_ANEW_MS = 7 * 24 * 3600 * 1000

/** An item of the store; one written by others may have no source, or an unknown one. */
const itemSchema = z.object({
  value: z.string(),
  createdAt: z.iso.datetime(),
  importance: z.number().catch(0),
  source: z.object({ conversationId: z.string(), turnId: z.string() }).nullish().catch(null),
})
/** The record of an item's use, beside the items: see docs/reference/schemas.md. */
const useSchema = z.object({ importance: z.number(), usedAt: z.iso.datetime() })
const storeSchema = z.object({
  items: z.record(z.string(), z.unknown()).default({}),
  uses: z.record(z.string(), z.unknown()).catch({}).default({}),
})

/** A fact, and when it was last used. */
interface KnownFact extends Fact {
  readonly usedAt: string | null
}

export const createMemory = (deps: {
  state: Pick<StateService, 'get' | 'update' | 'ownerAccess' | 'onChange' | 'lifecycle' | 'labelOf'>
  now: () => Date
}): MemoryService => {
  const { state, now } = deps
  const object = { schemaUri: MEMORY_STORE, id: coreObjectId(MEMORY_STORE) }
  let known: readonly KnownFact[] | null = null
  let labelled: Label | null = null
  const forgetRead = (): void => {
    known = null
    labelled = null
  }
  state.onChange(({ schemaUri }) => {
    if (schemaUri === MEMORY_STORE) forgetRead()
  })

  /** An expired fact counts until it is evicted, so a briefly wrong clock changes nothing. */
  const facts = (): readonly KnownFact[] => (known ??= read())

  const read = (): readonly KnownFact[] => {
    const { items, uses } = storeSchema.parse(state.get(object).object)
    const leaving = state.lifecycle.leaving(object)
    return Object.entries(items)
      .flatMap(([key, value]): KnownFact[] => {
        const item = itemSchema.safeParse(value)
        if (!item.success) return []
        const use = useSchema.safeParse(uses[key]).data
        const leaves = leaving.get(`/items/${pointerPart(key)}`) ?? null
        return [
          {
            key,
            value: item.data.value,
            createdAt: item.data.createdAt,
            source: item.data.source ?? null,
            importance: inRange(Math.max(item.data.importance, use?.importance ?? 0)),
            leavesAt: leaves === null ? null : new Date(leaves).toISOString(),
            usedAt: use?.usedAt ?? null,
          },
        ]
      })
      .sort((a, b) =>
        a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.key < b.key ? 1 : -1,
      )
  }

  const remember: MemoryService['remember'] = ({ value, source, isAsked }) => {
    const said = checked(value)
    const importance = isAsked ? ASKED : AGREED
    const same = facts().find((fact) => fact.value === said)
    if (same !== undefined)
      return isAsked && same.importance < ASKED ? pin({ key: same.key, pinned: true }) : same
    if (facts().length >= MOST) throw new SatchelError('memory_full', { params: { count: MOST } })
    const key = newId()
    const createdAt = now().toISOString()
    const item = { value: said, importance, createdAt, ...(source === null ? {} : { source }) }
    change({ $set: { [`items.${key}`]: item } })
    return found(key)
  }

  const edit: MemoryService['edit'] = ({ key, value }) => {
    found(key)
    change({
      $set: { [`items.${key}.value`]: checked(value), [`items.${key}.createdAt`]: now().toISOString() },
    })
    return found(key)
  }

  const pin: MemoryService['pin'] = ({ key, pinned }) => {
    found(key)
    const usedAt = now().toISOString()
    const uses = pinned ? {} : { uses: usesWith(new Map([[key, { importance: AGREED, usedAt }]])) }
    change({ $set: { [`items.${key}.importance`]: pinned ? ASKED : AGREED, ...uses } })
    return found(key)
  }

  const used: MemoryService['used'] = (text, given) => {
    const wanted = termsOf(text)
    const at = now()
    const isDue = ({ key, value, importance, createdAt, usedAt }: KnownFact): boolean =>
      importance < ASKED &&
      given.includes(key) &&
      Date.parse(usedAt ?? createdAt) + USED_ANEW_MS < at.getTime() &&
      relevance(wanted, value) > 0
    const due = facts().filter(isDue)
    if (due.length === 0) return
    const usedAt = at.toISOString()
    const fresh = due.map(({ key, importance }) => [key, { importance: raised(importance), usedAt }] as const)
    change({ $set: { uses: usesWith(new Map(fresh)) } })
  }

  /** The records of use, without those of evicted facts. */
  const usesWith = (fresh: ReadonlyMap<string, z.infer<typeof useSchema>>): Record<string, unknown> => {
    const { uses } = storeSchema.parse(state.get(object).object)
    const left = Object.entries(uses).filter(([key]) => facts().some((fact) => fact.key === key))
    return Object.fromEntries([...left, ...fresh])
  }

  const forget: MemoryService['forget'] = (key) => {
    found(key)
    change({ $unset: [`items.${key}`] })
  }

  const change = (patch: object): void => {
    state.update(state.ownerAccess(MEMORY_STORE, 'internal'), { ...object, patch })
    // Changes are emitted after their transaction, but this one must be readable at once.
    forgetRead()
  }

  const label = (): Label => (labelled ??= state.labelOf({ schemaUri: MEMORY_STORE, ids: [object.id] }))

  const found = (key: string): KnownFact => {
    const fact = facts().find((one) => one.key === key)
    if (fact === undefined) throw new SatchelError('fact_not_found')
    return fact
  }

  const relevant: MemoryService['relevant'] = ({ text, budget, others }) => {
    const wanted = termsOf(text)
    const ranked = facts()
      .map((fact, age) => ({ fact, age, score: relevance(wanted, fact.value) }))
      .sort((a, b) => b.score - a.score || b.fact.importance - a.fact.importance || a.age - b.age)
    const matching = ranked.filter(({ score }) => score > 0)
    let used = 0
    return ranked
      .slice(0, matching.length + others)
      .map(({ fact }) => fact)
      .filter(({ value }) => (used += estimateTokens(dataLine(value))) <= budget)
  }

  return { facts, label, remember, edit, pin, used, forget, relevant }
}

const inRange = (importance: number): number => Math.min(1, Math.max(0, importance))

/** A name as a part of a JSON pointer. */
const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const checked = (value: string): string => {
  const said = value.trim()
  if (said === '' || said.length > LONGEST_FACT)
    throw new SatchelError('invalid_request', {
      params: { problem: `a fact has 1 to ${String(LONGEST_FACT)} characters` },
    })
  return said
}
