import { t } from '../../../i18n/index.ts'

const CORE = /^did:nuwa:core:(\w+)#/
const KNOWN = ['AgentSettings', 'MemoryStore', 'ConversationLog'] as const

/** A schema's title: Satchel's own in the current language, a capability's as its author wrote it, capitalized. */
export const schemaTitle = (schema: { readonly schemaUri: string; readonly title: string }): string => {
  const name = CORE.exec(schema.schemaUri)?.[1]
  const known = KNOWN.find((one) => one === name)
  return known === undefined ? capitalised(schema.title) : t(`state.core.${known}`)
}

const capitalised = (title: string): string => title.charAt(0).toLocaleUpperCase() + title.slice(1)
