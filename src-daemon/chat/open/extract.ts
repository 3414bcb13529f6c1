import { EXTRACT_MANIFEST, sideBySide, type ExposedTool } from '../../capabilities/index.ts'
import { fixedTools, type TurnTools } from '../core/turn-tools.ts'
import { failed } from './cap-tools.ts'

/** Reading what others wrote without reading it, as a model of a turn is told of it. */
export const EXTRACT: ExposedTool = {
  ...sideBySide(EXTRACT_MANIFEST, null),
  name: 'extract',
  wireName: 'extract',
}

/**
 * The tools of one capability, and `extract` beside them if any of them returns others' words. It needs no permission of its own: what it calls
 * is one of these, which is permitted, asked about and logged as ever, and its model is the turn's.
 */
export const toolsWithExtract = (
  tools: readonly ExposedTool[],
  returnsOthers: (tool: ExposedTool) => boolean,
): TurnTools => {
  const isTaken = tools.some(({ wireName, name }) => wireName === EXTRACT.wireName || name === EXTRACT.name)
  if (isTaken || !tools.some(returnsOthers)) return fixedTools(tools)
  const { read } = fixedTools(tools)
  const shown = [...tools, EXTRACT]
  return {
    shown: () => shown,
    read: (call) => {
      if (call.name !== EXTRACT.wireName) return read(call)
      const { id } = call.arguments
      const tool = tools.find(({ ref, wireName, name }) =>
        [ref.capability_id, wireName, name].includes(String(id)),
      )
      return tool === undefined
        ? {
            kind: 'answer',
            tool: EXTRACT,
            result: failed('NOT_FOUND', 'There is no tool of this id in this turn.'),
          }
        : { kind: 'tool', tool: EXTRACT, arguments: { ...call.arguments, id: tool.ref.capability_id } }
    },
  }
}
