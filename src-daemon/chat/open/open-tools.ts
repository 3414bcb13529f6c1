import { z } from 'zod'
import type { ExposedTool } from '../../capabilities/index.ts'
import type { Message } from '../../contract/chat.ts'
import type { CapabilityManifest, InvokeResult } from '../../contract/capabilities.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { MeantCall, TurnTools } from '../core/turn-tools.ts'
import {
  answered,
  CAP_TOOLS,
  DESCRIBE,
  describeInput,
  failed,
  foundLine,
  INVOKE,
  invokeInput,
  SEARCH,
  searchInput,
} from './cap-tools.ts'
import { EXTRACT } from './extract.ts'
import type { OpenCatalogue, OpenEntry } from './catalogue.ts'
import { PLAN, type AgreedPlan } from './plan.ts'

/** A model that searches more often in one turn doesn't find what it is looking for. */
const SEARCHES = 8
/** Answers in which a found tool may stay unused before it leaves. */
const KEPT_FOR = 6
/** Found tools a model has at most: the newest. */
const MAX_FOUND = 16

/** The tools of an open turn: CAP itself, those that were likely from the start, and what the model found. */
export interface OpenTools extends TurnTools {
  /** Their entries, without CAP itself. */
  hand(): readonly OpenEntry[]
}

export const createOpenTools = ({
  catalogue,
  atOnce,
  history,
  refusal,
  withCap,
  plan,
}: {
  readonly catalogue: OpenCatalogue
  /** Ids of the tools a model has from the start. */
  readonly atOnce: readonly string[]
  /** The branch before this turn's answer, oldest first. */
  readonly history: readonly Message[]
  /** Why the turn may not call a tool that is used alone, as a sentence. */
  readonly refusal: string
  /** Whether the model gets CAP itself, to find more. */
  readonly withCap: boolean
  /** What was agreed to as a list; null if calls need no plan. */
  readonly plan: AgreedPlan | null
}): OpenTools => {
  /** The newest last; they come after the others, so that the beginning of the list stays the same. */
  const found = new Set(foundBefore(history))
  let searches = 0

  const take = (id: string): void => {
    found.delete(id)
    found.add(id)
  }

  const hand = (): readonly OpenEntry[] => {
    const later = [...found].filter((id) => !atOnce.includes(id)).slice(-MAX_FOUND)
    return [...atOnce, ...later].flatMap((id) => catalogue.get(id) ?? []).filter(isTool)
  }

  const shown = (): readonly ExposedTool[] => [
    ...(withCap ? CAP_TOOLS : []),
    ...(plan === null ? [] : [PLAN]),
    ...hand().map(({ tool }) => tool),
    // Where nothing returns others' words, there is nothing to keep out.
    ...(withCap && hand().some(({ tool }) => tool.from !== undefined) ? [EXTRACT] : []),
  ]

  const read: TurnTools['read'] = ({ name, arguments: args }) => {
    const cap = withCap ? CAP_TOOLS.find(({ wireName }) => wireName === name) : undefined
    if (cap?.name === INVOKE) return invoked(cap, args)
    if (plan !== null && name === PLAN.wireName) return shownPlan(plan, args)
    if (withCap && name === EXTRACT.wireName) return extracted(args)
    if (cap !== undefined)
      return { kind: 'answer', tool: cap, result: cap.name === SEARCH ? search(args) : describe(args) }
    const entry = named(name)
    if (entry === null) return { kind: 'unknown' }
    take(entry.id)
    return planned(entry, { kind: 'tool', tool: entry.tool, arguments: args })
  }

  /**
   * By its name here or its id, whether or not the model was shown it; by the name its capability gave it if only one of those shown
   * has that.
   */
  const named = (name: string): OpenEntry | null => {
    const own = catalogue.get(name) ?? catalogue.named(name)
    if (own !== null) return isTool(own) ? own : null
    const [only, ...others] = hand().filter(({ tool }) => tool.name === name)
    return only === undefined || others.length > 0 ? null : only
  }

  const search = (args: unknown): InvokeResult => {
    const parsed = searchInput.safeParse(args)
    if (!parsed.success) return invalid(SEARCH)
    searches += 1
    if (searches > SEARCHES)
      return failed(
        'EXECUTION_FAILED',
        'No more searches in this turn. Use what was found, or tell the user what is missing.',
      )
    const { query, limit, offset } = parsed.data
    const hits = catalogue.find(query, offset + limit).slice(offset)
    return answered({
      capabilities: hits.map((entry) => foundLine(described(entry))),
      total: catalogue.count(),
    })
  }

  const describe = (args: unknown): InvokeResult => {
    const parsed = describeInput.safeParse(args)
    if (!parsed.success) return invalid(DESCRIBE)
    const { id, version } = parsed.data
    const entry = catalogue.get(id)
    if (entry === null && catalogue.isExclusive(id)) return failed('PERMISSION_DENIED', refusal)
    if (entry === null || (version !== undefined && version !== entry.manifest.version))
      return failed('NOT_FOUND', 'There is no such capability. Search for one.')
    take(id)
    const withIt = entry.manifest.kind === 'skill' ? catalogue.of(entry.owner.name).filter(isTool) : []
    for (const one of withIt) take(one.id)
    return answered({ ...described(entry), ...aboutOwner(entry), ...toolNames(withIt) })
  }

  const invoked = (cap: ExposedTool, args: unknown): MeantCall => {
    const parsed = invokeInput.safeParse(args)
    if (!parsed.success) return { kind: 'answer', tool: cap, result: invalid(INVOKE) }
    const { id, version, input } = parsed.data
    const entry = catalogue.get(id)
    const current = entry?.manifest.version
    const ref = { capability_id: id, version: version ?? current ?? '0.0.0' }
    // What is not there is said first (cap.md 2).
    if (ref.version === current && !isRecord(input))
      return { kind: 'answer', tool: cap, result: invalid(INVOKE) }
    if (plan !== null && id === PLAN.ref.capability_id) return shownPlan(plan, isRecord(input) ? input : {})
    if (entry !== null) take(id)
    const tool = entry === null ? { ...cap, name: id, wireName: id, ref } : { ...entry.tool, ref }
    const refused = entry === null && catalogue.isExclusive(id) ? { refused: refusal } : {}
    const call: MeantCall = { kind: 'tool', tool, arguments: isRecord(input) ? input : {}, ...refused }
    return entry === null ? call : planned(entry, call)
  }

  /** What it reads with has to be one of the turn's own. */
  const extracted = (args: Readonly<Record<string, unknown>>): MeantCall => {
    const id = z.string().catch('').parse(args['id'])
    const entry = catalogue.get(id) ?? catalogue.named(id)
    if (entry === null || !isTool(entry))
      return {
        ...{ kind: 'answer', tool: EXTRACT },
        result: catalogue.isExclusive(id)
          ? failed('PERMISSION_DENIED', refusal)
          : failed('NOT_FOUND', 'There is no tool of this id. Search for one.'),
      }
    take(entry.id)
    return planned(entry, { kind: 'tool', tool: EXTRACT, arguments: { ...args, id: entry.id } })
  }

  /** The call, unless the person wants to see a plan first and this isn't in it. */
  const planned = (entry: OpenEntry, call: MeantCall): MeantCall =>
    plan === null || plan.take(entry)
      ? call
      : { kind: 'answer', tool: entry.tool, result: failed('PERMISSION_DENIED', UNPLANNED) }

  return { shown, read, hand }
}

/** A plan after another one is asked about, however short: none of them is the whole. */
const shownPlan = (plan: AgreedPlan, args: Readonly<Record<string, unknown>>): MeantCall => ({
  kind: 'tool',
  tool: PLAN,
  arguments: args,
  ...(plan.isAgreed() && { asksOwner: true }),
})

const UNPLANNED = `This call isn't in a plan that the user has agreed to, so it wasn't run. Call ${PLAN.wireName} with every call you are still going to make that changes or sends something.`

/** With whose words its description is, where third parties wrote it. */
const described = ({ manifest, tool }: OpenEntry): CapabilityManifest => ({
  ...manifest,
  description: tool.description,
})

const isTool = ({ manifest }: OpenEntry): boolean => manifest.kind === 'tool'

const invalid = (name: string): InvokeResult => {
  const parameters = JSON.stringify(CAP_TOOLS.find(({ wireName }) => wireName === name)?.parameters)
  return failed('INVALID_INPUT', `The arguments of ${name} have to fit ${parameters}`)
}

/** What the author says of the whole capability: data about this tool, whatever it asks for. */
const aboutOwner = ({ owner, manifest }: OpenEntry): Readonly<Record<string, unknown>> =>
  manifest.kind === 'skill' || owner.prompt.trim() === ''
    ? {}
    : { x_about: { capability: owner.title, its_author_says: owner.prompt.trim() } }

const toolNames = (entries: readonly OpenEntry[]): Readonly<Record<string, unknown>> =>
  entries.length === 0 ? {} : { x_tools: entries.map(({ tool }) => tool.wireName) }

/**
 * What was found or used in the last answers of this branch, the newest last: kept with the conversation's messages, so that it
 * goes and comes with them.
 */
const foundBefore = (history: readonly Message[]): readonly string[] => {
  const ids = history
    .filter(({ role }) => role === 'assistant')
    .slice(-KEPT_FOR)
    .flatMap(({ parts }) => parts)
    .flatMap((part): string[] => {
      if (part.type === 'form') return [part.ref.capability_id]
      if (part.type !== 'tool') return []
      if (part.tool !== DESCRIBE) return [part.ref.capability_id]
      const parsed = describeInput.safeParse(part.arguments)
      return parsed.success ? [parsed.data.id] : []
    })
  return [...new Set(ids.toReversed())].toReversed()
}
