import { EXTRACT_TOOL } from '../../capabilities/index.ts'
import type { MessagePart, ToolPart, TurnContext } from '../../contract/chat.ts'
import { FILES, labelled, type Label } from '../../contract/labels.ts'
import { counterpartOf } from '../../platform/told-secrets.ts'

/**
 * The label of a part: as it was written with it; else, as with parts of before there were labels, as its origin says. `isForeign`: whether others
 * than the owner may have written what a tool returns.
 */
export const labelOfPart = (part: MessagePart, isForeign: (capabilityId: string) => boolean): Label => {
  const origin = originOf(part, isForeign)
  return labelled(part.integrity ?? origin.integrity, part.keepers ?? origin.keepers)
}

/** The label that the context of an answer was stored with; what says nothing in those of before. */
export const storedLabel = ({ integrity, keepers }: TurnContext): Label =>
  labelled(integrity ?? 'owner', keepers)

/** Whether something of others could be read in a tool's result: also where it failed, unless it never ran. */
export const wasRun = ({ status, error }: ToolPart): boolean =>
  status === 'ok' || error?.code === 'EXECUTION_FAILED' || error?.details?.['code'] !== undefined

const originOf = (part: MessagePart, isForeign: (capabilityId: string) => boolean): Label => {
  if (part.type === 'tool') {
    const { capability_id: id } = part.ref
    if (!wasRun(part)) return labelled('state')
    // Satchel's own, which say none of the words that they work on.
    if (/^(?:cap|satchel):/u.test(id)) return labelled('state', keepersOf(part))
    return labelled(isForeign(id) ? 'foreign' : 'state', keepersOf(part))
  }
  if (part.type === 'image') return labelled('foreign', [FILES])
  if (part.type === 'resource')
    return labelled('foreign', [part.server === null ? FILES : `mcp:${part.server}`])
  if (part.type !== 'text') return labelled('state')
  // A file, whoever wrote it.
  if (part.imported !== undefined) return labelled('foreign', [FILES])
  // It may say what its server keeps.
  if (part.app !== undefined) return labelled('foreign', [`mcp:${part.app}`])
  return labelled(part.agent === undefined && part.client === undefined ? 'state' : 'foreign')
}

/**
 * Whose tool it was whose result may have something of the owner's: what capabilities save, what servers return, which may be their mailbox,
 * and what scripts of skills read of their files. Pages, modules and other agents' answers are public.
 */
const keepersOf = ({ ref, tool, arguments: args, changes, integrity }: ToolPart): readonly string[] => {
  const { capability_id: id } = ref
  const own = counterpartOf(id)
  if (id === EXTRACT_TOOL) {
    const of = args['id']
    return typeof of === 'string' && of.startsWith('mcp:') ? [counterpartOf(of)] : []
  }
  if (id.startsWith('acp:')) return tool.startsWith('state.') && changes.length === 0 ? [own] : []
  if (id.startsWith('skill:')) return integrity === 'state' ? [] : [own]
  return id.startsWith('mcp:') ? [own] : []
}
