import { createCapabilitySearch, type ExposedTool } from '../capabilities/index.ts'
import { textOf } from './core/transcript.ts'
import type { Message } from '../contract/chat.ts'

/** More tools than that cost a model more than they help it. */
const MAX_TOOLS = 40
/** If few match the words, this many are still offered: a tool needn't be named as a person says it. */
const FEWEST_TOOLS = 12
/** Messages of the user whose words count. */
const HEARD = 3

/**
 * The tools of a large server that a turn gets: those used in this conversation, those whose names and descriptions best match
 * the last messages, and some more if few do; in the server's order. All of them if there are few.
 */
export const chosenTools = (
  tools: readonly ExposedTool[],
  history: readonly Message[],
): readonly ExposedTool[] => {
  if (tools.length <= MAX_TOOLS) return tools
  const used = new Set(
    history.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool' || part.type === 'form' ? [part.ref.capability_id] : [])),
    ),
  )
  const said = history.filter(({ role }) => role === 'user').slice(-HEARD)
  const searched = tools.map((tool) => ({ ...tool, capability_id: tool.ref.capability_id }))
  const fitting = createCapabilitySearch(searched).find(said.map(textOf).join('\n'), MAX_TOOLS)
  const chosen = new Set(
    tools.filter(({ ref }) => used.has(ref.capability_id)).map(({ wireName }) => wireName),
  )
  const take = (more: readonly ExposedTool[], most: number): void => {
    for (const { wireName } of more) if (chosen.size < most) chosen.add(wireName)
  }
  take(fitting, MAX_TOOLS)
  take(tools, FEWEST_TOOLS)
  return tools.filter(({ wireName }) => chosen.has(wireName))
}
