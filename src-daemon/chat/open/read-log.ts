import { EXTRACT_TOOL, type CallFlow, type KeptOutput, type ReadOutput } from '../../capabilities/index.ts'
import type { ReadBefore } from '../../contract/approvals.ts'
import type { Message, MessagePart, ToolPart, TurnContext } from '../../contract/chat.ts'
import { FILES, joined, labelled, MEMORY, type Label } from '../../contract/labels.ts'
import { counterpartOf } from '../../platform/told-secrets.ts'
import { isRecord } from '../../platform/is-record.ts'
import { labelOfPart, storedLabel, wasRun } from '../core/part-label.ts'

/** Lines that a question shows: the newest, and of what others may have written the newest of each tool besides. */
const MOST = 20
const LONGEST = 120
/** Arguments that say what was read, the clearest first. */
const SAYING = ['url', 'uri', 'path', 'file', 'id', 'query', 'q', 'search', 'name']

/** What the model of a turn has read so far. */
export interface ReadLog extends Pick<CallFlow, 'foreign' | 'own' | 'kept' | 'extracted'> {
  /** Notes a call whose result the model is given; it is stored with its label. */
  note(part: ToolPart): ToolPart
  /** Notes what the model was given beside the messages; `capability`: whose saved objects are among it, if any are. */
  noteContext(context: TurnContext, capability: string | null): void
  /** The label of all that was read before this turn. */
  before(): Label
  /** The label of all that the turn's model has read, as far as it was noted here: of what it writes now. */
  label(): Label
  /** The newest first, each once. */
  list(): readonly ReadBefore[]
}

/**
 * `history`: everything the model may have read before this turn, oldest first; looked at only when somebody is asked. `titleOf`:
 * title of the capability a tool belongs to. `isForeign`: whether others than the owner may have written what it returns.
 */
export const createReadLog = (
  history: () => readonly Message[],
  {
    titleOf,
    isForeign,
  }: {
    readonly titleOf: (capabilityId: string) => string
    readonly isForeign: (capabilityId: string) => boolean
  },
): ReadLog => {
  const labels = new WeakMap<MessagePart, Label>()
  const labelOf = (part: MessagePart): Label => {
    const known = labels.get(part)
    if (known !== undefined) return known
    const label = labelOfPart(part, isForeign)
    labels.set(part, label)
    return label
  }
  const isOthers = (part: ToolPart): boolean => labelOf(part).integrity === 'foreign'

  const linesOf = (part: ToolPart, earlier: boolean): ReadBefore[] => {
    const { capability_id: id } = part.ref
    const foreign = isOthers(part)
    if (!isRead(part, foreign)) return []
    return [{ title: titleOf(id), tool: part.tool, what: whatOf(part.arguments), foreign, earlier }]
  }
  const readEarlier = (): ReadBefore[] => {
    const messages = history()
    const read = messages.flatMap((message, at) => {
      const { parts, context } = message
      // The message to be answered is the last.
      const earlier = at < messages.length - 1
      const lines = parts.flatMap((part): ReadBefore[] => {
        if (part.type === 'resource')
          return [
            {
              title: part.server ?? part.name,
              tool: part.name,
              what: cut(part.resource),
              foreign: true,
              earlier,
            },
          ]
        if (part.type === 'image')
          return [{ title: part.name, tool: part.mediaType, what: null, foreign: true, earlier }]
        if (part.type === 'text' && part.imported !== undefined)
          return [
            { title: EXPORTERS[part.imported], tool: 'import', what: null, foreign: true, earlier: true },
          ]
        if (part.type === 'text' && part.app !== undefined)
          return [{ title: part.app, tool: 'ui/message', what: cut(part.text), foreign: true, earlier }]
        return part.type === 'tool' ? linesOf(part, true) : []
      })
      const program = earlier ? programOf(message) : null
      const task = { tool: 'task', what: null, foreign: true, earlier: true }
      return [
        ...(context?.outside ?? []).map((title) => savedLine(title, true)),
        ...(program === null ? [] : [{ title: program, ...task }]),
        ...lines,
      ]
    })
    return hasUnseen(messages) ? [UNSEEN, ...read] : read
  }
  const readNow: ReadBefore[] = []
  const partsNow: ToolPart[] = []
  const saved: ReadOutput[] = []
  const keptNow: KeptOutput[] = []
  /** What of the owner's was put beside the messages. */
  const keptIn = (
    { facts, objects, keepers = [] }: TurnContext,
    capability: string | null,
  ): readonly KeptOutput[] => [
    ...keepers.map((of) => keptBy(of, titleOf(of), null)),
    ...(facts.length === 0
      ? []
      : [
          keptBy(
            MEMORY,
            titleOf(MEMORY),
            facts.map(({ value }) => value),
          ),
        ]),
    ...(objects === 0 || capability === null
      ? []
      : [keptBy(`acp:${capability}`, titleOf(`acp:${capability}`), null)]),
  ]
  /** All that was read, of this turn and before; the earlier ones are looked at once. */
  let before: {
    readonly parts: readonly MessagePart[]
    readonly saved: readonly ReadOutput[]
    readonly kept: readonly KeptOutput[]
  } | null = null
  const readBefore = (): NonNullable<typeof before> => {
    if (before !== null) return before
    const messages = history()
    before = {
      parts: messages.flatMap(({ parts }) => parts),
      saved: [
        ...messages.flatMap(({ context }) => (context?.outside ?? []).map(() => NOBODYS)),
        ...(hasUnseen(messages) ? [NOBODYS] : []),
        // Its own task is what a program's turn is for; to whoever goes on, those are others' words.
        ...messages.slice(0, -1).flatMap((message) => (programOf(message) === null ? [] : [NOBODYS])),
      ],
      kept: messages.flatMap(({ context, parts }) =>
        context === null ? [] : keptIn(context, routedTo(parts)),
      ),
    }
    return before
  }
  const read = (): readonly MessagePart[] => [...readBefore().parts, ...partsNow]
  const contextsNow: TurnContext[] = []
  let noted = 0
  /** Made anew only when something more was read: each call asks several times. */
  const onceRead = <T>(make: () => T): (() => T) => {
    let made: { readonly at: number; readonly value: T } | null = null
    return () => (made?.at === noted ? made : (made = { at: noted, value: make() })).value
  }
  return {
    before: () =>
      joined(
        history().flatMap(({ parts, context }) => [
          ...parts.map(labelOf),
          ...(context === null ? [] : [storedLabel(context)]),
          ...(context?.outside === undefined ? [] : [labelled('foreign')]),
          ...keptLabels(context === null ? [] : keptIn(context, routedTo(parts))),
        ]),
      ),
    label: onceRead(() =>
      joined([
        ...partsNow.map(labelOf),
        ...contextsNow.map(storedLabel),
        ...(readNow.some(({ foreign }) => foreign) ? [labelled('foreign')] : []),
        ...keptLabels(keptNow),
      ]),
    ),
    foreign: onceRead(() => [
      ...saved,
      ...readBefore().saved,
      ...read().flatMap((part) => {
        if (part.type === 'resource' || part.type === 'image') return [NOBODYS]
        if (part.type === 'text')
          return part.agent === undefined && part.app === undefined && part.imported === undefined
            ? []
            : [NOBODYS]
        if (part.type !== 'tool' || !isOthers(part) || !isRead(part, true)) return []
        return [readOf(part, labelOf(part))]
      }),
    ]),
    own: onceRead(() =>
      read().flatMap((part) =>
        part.type === 'tool' && part.status === 'ok' && !isOthers(part) && isRead(part, false)
          ? [readOf(part, labelOf(part))]
          : [],
      ),
    ),
    extracted: onceRead(() =>
      read().flatMap((part) => {
        const values =
          part.type === 'tool' && part.ref.capability_id === EXTRACT_TOOL ? part.output?.['values'] : null
        return isRecord(values) ? Object.values(values).filter((one) => one !== null && !isRecord(one)) : []
      }),
    ),
    kept: onceRead(() => [
      ...readBefore().kept,
      ...keptNow,
      ...read().flatMap((part): KeptOutput[] => {
        const { keepers } = labelOf(part)
        if (part.type === 'resource')
          return keepers.map((of) => keptBy(of, part.server ?? part.name, part.text))
        if (part.type === 'image') return keepers.map((of) => keptBy(of, part.name, null))
        if (part.type === 'text' && part.app !== undefined) {
          const { app, text } = part
          return keepers.map((of) => keptBy(of, app, text))
        }
        if (part.type === 'text' && part.imported !== undefined) {
          const { imported, text } = part
          return keepers.map((of) => keptBy(of, of === FILES ? EXPORTERS[imported] : titleOf(of), text))
        }
        if (part.type !== 'tool' || !wasRun(part)) return []
        return keepers.map((of) => keptBy(of, titleOf(of), part.output))
      }),
    ]),
    noteContext: (context, capability) => {
      for (const title of context.outside ?? []) {
        saved.push(NOBODYS)
        readNow.push(savedLine(title, false))
      }
      keptNow.push(...keptIn(context, capability))
      contextsNow.push(context)
      noted += 1
    },
    note: (read) => {
      const part = { ...read, ...labelOf(read) }
      partsNow.push(part)
      readNow.push(...linesOf(part, false))
      noted += 1
      return part
    },
    list: () => {
      const lines = firstOfEach([...readEarlier(), ...readNow].toReversed(), ({ title, tool, what }) => [
        title,
        tool,
        what,
      ])
      // No number of other calls hides who could have said something.
      const sources = firstOfEach(
        lines.filter(({ foreign }) => foreign),
        ({ title, tool }) => [title, tool],
      )
      return lines.filter((line, at) => at < MOST || sources.includes(line))
    },
  }
}

/**
 * Whether others' words were read further back in the branch than it is looked at: its answers carry them on, and so do its summaries, of
 * which those from before there were labels say nothing.
 */
const hasUnseen = (messages: readonly Message[]): boolean =>
  (messages[0]?.parentId ?? null) !== null &&
  messages.some(
    ({ context, parts }) =>
      context?.integrity === 'foreign' ||
      parts.some((part) => part.type === 'summary' && part.integrity !== 'state'),
  )

const UNSEEN: ReadBefore = { title: 'Satchel', tool: 'summary', what: null, foreign: true, earlier: true }

/** What the programs are called whose exports are taken in. */
const EXPORTERS = { satchel: 'Satchel', chatgpt: 'ChatGPT', claude: 'Claude' } as const

/** What is remembered is put before every turn. */
const keptBy = (of: string, title: string, output: unknown): KeptOutput => ({
  ...{ of, title, output, isEverywhere: of === MEMORY },
})

const keptLabels = (kept: readonly KeptOutput[]): readonly Label[] =>
  kept.map(({ of }) => labelled('state', [of]))

/** The program whose task a message is; null if it is none. */
const programOf = ({ parts }: Message): string | null =>
  parts.flatMap((part) => (part.type === 'text' ? (part.client ?? []) : [])).at(0) ?? null

const routedTo = (parts: readonly MessagePart[]): string | null =>
  parts.flatMap((part) => (part.type === 'route' ? (part.capability?.name ?? []) : [])).at(-1) ?? null

const savedLine = (title: string, earlier: boolean): ReadBefore => ({
  ...{ title, tool: 'state.query', what: null, foreign: true, earlier },
})

/** What no tool returned. */
const NOBODYS: ReadOutput = { of: null, asked: [], output: null, keepers: [] }

const readOf = ({ ref, arguments: args, output }: ToolPart, { keepers }: Label): ReadOutput => ({
  of: counterpartOf(ref.capability_id),
  asked: textsIn(args),
  output,
  keepers,
})

/** The texts in a value, without those that say nothing. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

const firstOfEach = <T>(all: readonly T[], keyOf: (one: T) => unknown): readonly T[] => {
  const first = new Map<string, T>()
  for (const one of all) {
    const key = JSON.stringify(keyOf(one))
    if (!first.has(key)) first.set(key, one)
  }
  return [...first.values()]
}

/**
 * What a search for tools finds is Satchel's list, a plan the model's own, and what was extracted for somebody who had read nothing of others
 * is too small to say something; what a call changed here is the person's, and so is why it
 * failed. What others answer is read however the call ended: what never ran isn't theirs.
 */
const isRead = (part: ToolPart, foreign: boolean): boolean => {
  const { ref, status, changes, integrity } = part
  if (/^(?:cap|satchel):/u.test(ref.capability_id))
    return ref.capability_id === EXTRACT_TOOL && integrity === 'foreign'
  return foreign || (status === 'ok' && changes.length === 0)
}

const whatOf = (args: Readonly<Record<string, unknown>>): string | null => {
  const names = [...SAYING.filter((name) => Object.hasOwn(args, name)), ...Object.keys(args)]
  const value = names.map((name) => args[name]).find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof value === 'string' ? cut(value) : null
}

const cut = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`
}
