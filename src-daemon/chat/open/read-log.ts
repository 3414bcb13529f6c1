import { EXTRACT_TOOL, type CallFlow, type KeptOutput, type ReadOutput } from '../../capabilities/index.ts'
import type { ReadBefore } from '../../contract/approvals.ts'
import type { Message, MessagePart, ToolPart, TurnContext } from '../../contract/chat.ts'
import { counterpartOf } from '../../platform/told-secrets.ts'
import { isRecord } from '../../platform/is-record.ts'

/** Lines that a question shows: the newest, and of what others may have written the newest of each tool besides. */
const MOST = 20
const LONGEST = 120
/** Arguments that say what was read, the clearest first. */
const SAYING = ['url', 'uri', 'path', 'file', 'id', 'query', 'q', 'search', 'name']

/** What the model of a turn has read so far. */
export interface ReadLog extends Pick<CallFlow, 'foreign' | 'own' | 'kept' | 'extracted'> {
  /** Notes a call whose result the model is given. */
  note(part: ToolPart): void
  /** Notes what the model was given beside the messages; `capability`: whose saved objects are among it, if any are. */
  noteContext(context: TurnContext, capability: string | null): void
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
  /** Whose words a result is: as its call said, else by whose tool it was. What an error says isn't the owner's. */
  const isOthers = (part: ToolPart): boolean =>
    part.integrity === 'foreign' ||
    (isForeign(part.ref.capability_id) && (part.integrity === undefined || part.status !== 'ok'))

  const linesOf = (part: ToolPart, earlier: boolean): ReadBefore[] => {
    const { capability_id: id } = part.ref
    const foreign = isOthers(part)
    if (!isRead(part, foreign)) return []
    return [{ title: titleOf(id), tool: part.tool, what: whatOf(part.arguments), foreign, earlier }]
  }
  const readEarlier = (): ReadBefore[] => {
    const messages = history()
    const read = messages.flatMap(({ parts, context }, at) => {
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
      return [...(context?.outside ?? []).map((title) => savedLine(title, true)), ...lines]
    })
    return hasUnseen(messages) ? [UNSEEN, ...read] : read
  }
  const readNow: ReadBefore[] = []
  const partsNow: ToolPart[] = []
  const saved: ReadOutput[] = []
  const keptNow: KeptOutput[] = []
  /** What of the owner's was put beside the messages. */
  const keptIn = ({ facts, objects }: TurnContext, capability: string | null): readonly KeptOutput[] => [
    ...(facts.length === 0
      ? []
      : [
          {
            ...{ of: MEMORY, title: titleOf(MEMORY), isEverywhere: true },
            output: facts.map(({ value }) => value),
          },
        ]),
    ...(objects === 0 || capability === null
      ? []
      : [
          { of: `acp:${capability}`, title: titleOf(`acp:${capability}`), output: null, isEverywhere: false },
        ]),
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
      ],
      kept: messages.flatMap(({ context, parts }) =>
        context === null ? [] : keptIn(context, routedTo(parts)),
      ),
    }
    return before
  }
  const read = (): readonly MessagePart[] => [...readBefore().parts, ...partsNow]
  return {
    foreign: () => [
      ...saved,
      ...readBefore().saved,
      ...read().flatMap((part) => {
        if (part.type === 'resource' || part.type === 'image') return [NOBODYS]
        if (part.type === 'text')
          return part.agent === undefined && part.app === undefined && part.imported === undefined
            ? []
            : [NOBODYS]
        if (part.type !== 'tool' || !isOthers(part) || !isRead(part, true)) return []
        return [readOf(part)]
      }),
    ],
    own: () =>
      read().flatMap((part) =>
        part.type === 'tool' && part.status === 'ok' && !isOthers(part) && isRead(part, false)
          ? [readOf(part)]
          : [],
      ),
    extracted: () =>
      read().flatMap((part) => {
        const values =
          part.type === 'tool' && part.ref.capability_id === EXTRACT_TOOL ? part.output?.['values'] : null
        return isRecord(values) ? Object.values(values).filter((one) => one !== null && !isRecord(one)) : []
      }),
    kept: () => [
      ...readBefore().kept,
      ...keptNow,
      ...read().flatMap((part): KeptOutput[] => {
        if (part.type === 'resource') {
          const of = part.server === null ? FILES : `mcp:${part.server}`
          return [{ of, title: part.server ?? part.name, output: part.text, isEverywhere: false }]
        }
        const from = part.type === 'tool' && part.status === 'ok' ? keeperOf(part) : null
        if (part.type !== 'tool' || from === null) return []
        const { output } = part
        return [{ of: counterpartOf(from), title: titleOf(from), output, isEverywhere: false }]
      }),
    ],
    noteContext: (context, capability) => {
      for (const title of context.outside ?? []) {
        saved.push(NOBODYS)
        readNow.push(savedLine(title, false))
      }
      keptNow.push(...keptIn(context, capability))
    },
    note: (part) => {
      partsNow.push(part)
      readNow.push(...linesOf(part, false))
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

/** Stand for what is no capability's: what is remembered, and files that were attached. */
export const MEMORY = 'satchel:memory'
const FILES = 'satchel:files'

const routedTo = (parts: readonly MessagePart[]): string | null =>
  parts.flatMap((part) => (part.type === 'route' ? (part.capability?.name ?? []) : [])).at(-1) ?? null

const savedLine = (title: string, earlier: boolean): ReadBefore => ({
  ...{ title, tool: 'state.query', what: null, foreign: true, earlier },
})

/**
 * The id of the tool whose result may have something of the owner's: what capabilities save, what servers return, which may be their mailbox,
 * and what scripts of skills read of their files. Null for what is public: pages, modules, other agents' answers.
 */
const keeperOf = ({ ref, tool, arguments: args, changes, integrity }: ToolPart): string | null => {
  const { capability_id: id } = ref
  if (id === EXTRACT_TOOL) {
    const of = args['id']
    return typeof of === 'string' && of.startsWith('mcp:') ? of : null
  }
  if (id.startsWith('acp:')) return tool.startsWith('state.') && changes.length === 0 ? id : null
  if (id.startsWith('skill:')) return integrity === 'state' ? null : id
  return id.startsWith('mcp:') ? id : null
}

/** What no tool returned. */
const NOBODYS: ReadOutput = { of: null, asked: [], output: null }

const readOf = ({ ref, arguments: args, output }: ToolPart): ReadOutput => ({
  of: counterpartOf(ref.capability_id),
  asked: textsIn(args),
  output,
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
 * failed. What others answer is read however the call ended, unless it never ran.
 */
const isRead = ({ ref, status, changes, error, integrity }: ToolPart, foreign: boolean): boolean => {
  if (/^(?:cap|satchel):/u.test(ref.capability_id))
    return ref.capability_id === EXTRACT_TOOL && integrity === 'foreign'
  if (!foreign) return status === 'ok' && changes.length === 0
  return status === 'ok' || error?.code === 'EXECUTION_FAILED' || error?.details?.['code'] !== undefined
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
