import type { ToolPart } from '../../src-daemon/contract/chat.ts'
import { mainArgument } from '../../src-daemon/text/main-argument.ts'
import { labelOf } from '../../src-daemon/text/label-of.ts'
import { t } from '../i18n/index.ts'

const KNOWN = { create: 'create', update: 'update', delete: 'delete', query: 'query', get: 'get' } as const

const isKnown = (verb: string): verb is keyof typeof KNOWN => verb in KNOWN

/** A tool's label: for a `state.*` tool its verb and what it works on, for others their own name. */
export const toolLabel = ({ tool, arguments: args }: Pick<ToolPart, 'tool' | 'arguments'>): string => {
  const [area, verb = ''] = tool.split('.')
  if (area !== 'state' || !isKnown(verb)) return labelOf(tool.replaceAll('.', ' '))
  const kind = kindOf(args['schema_uri'] ?? args['from'])
  return kind === null ? t(`chat.tool.names.${verb}`) : `${t(`chat.tool.names.${verb}`)} ${kind}`
}

/** `note` of a schema URI such as `https://.../note/v1` or `did:nuwa:schema:note:1.0.0`; null when there is none. */
const kindOf = (uri: unknown): string | null => {
  if (typeof uri !== 'string') return null
  const parts = uri.split(/[/:#]/).filter((part) => part !== '' && !/^v?\d+(\.\d+)*$/.test(part))
  return parts.at(-1)?.replace(/(\.schema)?(\.json)?(@.*)?$/, '') ?? null
}

/** The result of a call in a word or two. */
export const resultLabel = (part: Pick<ToolPart, 'status' | 'output' | 'error' | 'changes'>): string => {
  if (part.status === 'running' || part.status === 'stopped' || part.status === 'failed')
    return t(`chat.tool.${part.status}`)
  const [change] = part.changes
  if (change !== undefined) {
    const words = { create: 'created', update: 'updated', delete: 'deleted' } as const
    return t(`chat.tool.results.${words[change.kind]}`)
  }
  const items = part.output?.['items'] ?? part.output?.['results']
  if (Array.isArray(items)) return t('chat.tool.results.found', { count: items.length })
  return t('chat.tool.results.done')
}

/** A changed object's title as given in the call, else its id. */
export const changedTitle = (part: Pick<ToolPart, 'arguments' | 'output'>, objectId: string): string => {
  const output = part.output === null ? null : mainArgument(part.output)
  return mainArgument(part.arguments) ?? output ?? objectId.slice(-8)
}
