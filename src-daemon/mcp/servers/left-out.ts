import { isDeepStrictEqual } from 'node:util'
import type { LeftOutOfList } from '../../contract/servers.ts'
import type { Language } from '../../contract/language.ts'
import { cutText } from '../../platform/cut-text.ts'
import { say } from '../../text/index.ts'
import type { OfferedList } from '../sessions/session.ts'
import type { LeftOutOfEntry } from '../wire/listed.ts'

/** What was left out of a server's lists when they were last read. */
export interface LeftOutOfLists {
  /** True if that changed. */
  note(list: OfferedList, entries: readonly LeftOutOfEntry[]): boolean
  view(language: Language): LeftOutOfList[]
}

/** More than a person would read. */
const MAX_SHOWN = 100
/** Characters of a name that MCP may not even allow. */
const MAX_NAME = 100

const KINDS = { tools: 'tool', resources: 'resource', templates: 'template', prompts: 'prompt' } as const

export const createLeftOut = (): LeftOutOfLists => {
  const known = new Map<OfferedList, readonly LeftOutOfEntry[]>()
  return {
    note: (list, given) => {
      const entries = given.slice(0, MAX_SHOWN).map((entry) => ({
        ...entry,
        name: entry.name === null ? null : cutText(entry.name, MAX_NAME),
      }))
      const isNew = !isDeepStrictEqual(known.get(list) ?? [], entries)
      known.set(list, entries)
      return isNew
    },
    view: (language) =>
      [...known].flatMap(([list, entries]) =>
        entries.map(({ name, field, reason, whole }) => {
          const kind = KINDS[list]
          const key = whole ? 'server_left_out_entry' : 'server_left_out_field'
          const shown = name ?? say(language, 'server_left_out_unnamed')
          const about = { kind, name: shown, field: field === '' ? '?' : field, reason }
          return { kind, name, field, whole, message: say(language, key, about) }
        }),
      ),
  }
}
