import { createCapabilitySearch, type ExposedTool } from '../capabilities/index.ts'
import { textOf } from './core/transcript.ts'
import type { Message } from '../contract/chat.ts'

/** More tools than that cost a model more than they help it. */
const MAX_TOOLS = 40
/** Where few fit the words, these many are offered all the same: a tool need not be called what a person says. */
const FEWEST_TOOLS = 12
/** Messages of the user whose words count. */
const HEARD = 3

/**
 * The tools of a large server that a turn is given: those that were used in this conversation, those whose names and descriptions fit best
 * what was said last, and some more where few do; in the order the server has them. All of them where they are few.
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
