import { hideInArguments } from '../../capabilities/index.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { joined, type Label } from '../../contract/labels.ts'
import type { StateService } from '../../state/types.ts'
import type { JsonRecord, StateObject } from '../../contract/state.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import { dataLine } from '../core/data-block.ts'
import { relevance, termsOf } from '../memory/relevance.ts'

/** The newest objects among which matching ones are looked for. */
const LOOKED_THROUGH = 200
/** Objects that match nothing the message says, put before the model because they are the newest. */
const NEWEST = 5
/** Limit of one text in an object, in UTF-16 units; longer ones are cut and say so. */
const LONGEST_TEXT = 200

export interface SavedObjects {
  readonly objects: JsonRecord[]
  /** The label of all of them. */
  readonly label: Label
}

export const NO_OBJECTS: SavedObjects = { objects: [], label: joined([]) }

/**
 * A capability's saved objects that may matter to a message: matches first, then the newest, within `budget`
 * tokens. Read only if the user has granted the capability `state.query`.
 */
export const savedObjects = async (input: {
  state: Pick<StateService, 'query' | 'labelOf'>
  acp: AcpPackage
  text: string
  budget: number
}): Promise<SavedObjects> => {
  const { state, acp, text, budget } = input
  if (!mayRead(acp)) return NO_OBJECTS
  const access = {
    owner: acp.capUri,
    scope: acp.memoryScope,
    origin: { kind: 'system', reason: 'context of a turn' },
  } as const
  const { items } = await state.query(access, {
    from: acp.schemaUri,
    order: [{ field: newestBy(acp), direction: 'desc' }],
    limit: LOOKED_THROUGH,
  })
  const wanted = termsOf(text)
  const newestFirst = items.toSorted((a, b) =>
    a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0,
  )
  const ranked = newestFirst.map((item, age) => ({
    item,
    age,
    score: relevance(wanted, JSON.stringify(item.object)),
  }))
  const matching = ranked
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.age - b.age)
  const others = ranked.filter(({ score }) => score === 0).slice(0, NEWEST)
  const chosen: JsonRecord[] = []
  const labels: Label[] = []
  let used = 0
  for (const { item } of [...matching, ...others]) {
    const value = shortened({ ...item, object: hideInArguments(acp.schema, item.object) })
    used += estimateTokens(dataLine(value))
    if (used > budget) break
    chosen.push(value)
    labels.push(state.labelOf({ schemaUri: item.schemaUri, ids: [item.id] }))
  }
  return { objects: chosen, label: joined(labels) }
}

const mayRead = ({ permissions, tools }: AcpPackage): boolean =>
  permissions.require.includes('state.query') && tools.some(({ name }) => name === 'state.query')

/** Ids are UUIDv7s, which sort by creation time, so the newest are found without reading the rest. */
const newestBy = ({ schema: { properties } }: AcpPackage): string =>
  typeof properties === 'object' && properties !== null && Object.hasOwn(properties, 'id') ? 'id' : '_id'

const shortened = ({ id, object }: StateObject): JsonRecord => ({
  id,
  ...Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => name !== 'id' && name !== '_id')
      .map(([name, value]) => [name, shortText(value)]),
  ),
})

const shortText = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length <= LONGEST_TEXT ? value : `${value.slice(0, LONGEST_TEXT)}… (cut)`
  const text = JSON.stringify(value)
  return text.length <= LONGEST_TEXT ? value : `${text.slice(0, LONGEST_TEXT)}… (cut)`
}
