import type { ReadBefore } from '../../contract/approvals.ts'
import type { Message, ToolPart } from '../../contract/chat.ts'

/** Lines that a question shows: the newest. */
const MOST = 20
const LONGEST = 120
/** Arguments that say what was read, the clearest first. */
const SAYING = ['url', 'uri', 'path', 'file', 'id', 'query', 'q', 'search', 'name']

/** What the model of an open turn has read so far. */
export interface ReadLog {
  /** Notes a call whose result the model is given. */
  note(part: ToolPart): void
  /** The newest first, each once. */
  list(): readonly ReadBefore[]
}

/** `titleOf`: title of the capability a tool belongs to. `isForeign`: whether others than the owner may have written what it returns. */
export const createReadLog = (
  history: readonly Message[],
  {
    titleOf,
    isForeign,
  }: {
    readonly titleOf: (capabilityId: string) => string
    readonly isForeign: (capabilityId: string) => boolean
  },
): ReadLog => {
  const lineOf = (part: ToolPart, earlier: boolean): ReadBefore => ({
    title: titleOf(part.ref.capability_id),
    tool: part.tool,
    what: whatOf(part.arguments),
    foreign: isForeign(part.ref.capability_id),
    earlier,
  })
  const read: ReadBefore[] = history.flatMap(({ parts }, at) =>
    parts.flatMap((part): ReadBefore[] => {
      // The message to be answered is the last.
      const earlier = at < history.length - 1
      if (part.type === 'resource')
        return [{ title: part.server, tool: part.name, what: cut(part.resource), foreign: true, earlier }]
      return part.type === 'tool' && isRead(part) ? [lineOf(part, true)] : []
    }),
  )
  return {
    note: (part) => {
      if (isRead(part)) read.push(lineOf(part, false))
    },
    list: () => {
      const lines = new Map<string, ReadBefore>()
      for (const line of read.toReversed()) {
        const key = JSON.stringify([line.title, line.tool, line.what])
        if (!lines.has(key)) lines.set(key, line)
      }
      return [...lines.values()].slice(0, MOST)
    },
  }
}

/** What a search for tools finds is Satchel's list, a plan the model's own; what a call changed here is the person's. */
const isRead = ({ ref, status, changes }: ToolPart): boolean =>
  !/^(?:cap|satchel):/u.test(ref.capability_id) && status === 'ok' && changes.length === 0

const whatOf = (args: Readonly<Record<string, unknown>>): string | null => {
  const names = [...SAYING.filter((name) => Object.hasOwn(args, name)), ...Object.keys(args)]
  const value = names.map((name) => args[name]).find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof value === 'string' ? cut(value) : null
}

const cut = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`
}
