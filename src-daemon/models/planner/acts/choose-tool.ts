import { declaredName } from '../../../packages/index.ts'
import type { ModelTool } from '../../core/types.ts'
import { saidValues } from '../arguments/choices.ts'
import { propertiesOf, readNode } from '../arguments/schema.ts'
import type { Intent } from './verbs.ts'
import { intentOfMessage, intentOfName, wordsOf } from './words.ts'

/**
 * The tool a message asks for: by its verbs, then by words in common with names, descriptions and listed
 * values; null if no tool fits. Without a verb, a message with content is taken as something to keep, and one
 * without as something to show.
 * Nothing is ever changed, removed or sent without its verb.
 */
export const chooseTool = (
  tools: readonly ModelTool[],
  message: string,
  text: string,
): { tool: ModelTool; intent: Intent | null } | null => {
  const requested = intentOfMessage(message) ?? (ASKS.test(message) ? 'query' : null)
  const described = tools.map((tool) => ({
    tool,
    intent: intentOfName(declaredName(tool.name)),
    shared: sharedWords(tool, message),
  }))
  const best = (candidates: typeof described) => candidates.toSorted((a, b) => b.shared - a.shared)[0] ?? null
  const of = (intent: Intent | null) => described.filter((one) => one.intent === intent)

  if (requested !== null) {
    // "add note about https://..." creates a note, although a tool that fetches pages shares more words with
    // it.
    const fitting = best(of(requested))
    if (fitting !== null) return fitting
    if (requested !== 'create' && requested !== 'query') return null
    const harmless = described.filter(
      ({ intent }) => intent === null || intent === 'query' || intent === 'create',
    )
    return best(
      harmless.filter(({ shared, intent }) => shared > 0 && (intent !== 'create' || requested === 'create')),
    )
  }
  // The message contains the tool's very name: "echo good day".
  const named = best(
    described.filter(
      ({ tool, intent }) => (intent === null || intent === 'query') && isNamed(tool.name, message),
    ),
  )
  if (named !== null) return named
  // "ISBN 9780140328721" is for the tool that looks one up, though another could keep it.
  const looking = described.filter(
    ({ intent, shared }) => (intent === null || intent === 'query') && shared > 0,
  )
  const creating = of('create')
  if (looking.length > 0 && creating.length > 0) return best(looking)
  const order: readonly (Intent | null)[] =
    text === '' ? ['query', 'create', null] : ['create', 'query', null]
  for (const intent of order) {
    const fitting = best(of(intent))
    if (fitting !== null) return fitting
  }
  return null
}

/** A question, or the wish to have something looked up. */
const ASKS =
  /^\s*(?:(?:please|can you|could you)\s+)?(?:look\s?up|which|what|who|whose|where|when)\b|^\s*¿|[?？]\s*$/iu

/** Whether a message says a tool's name. */
export const isNamed = (name: string, message: string): boolean => {
  const said = new Set(wordsOf(message))
  const words = wordsOf(declaredName(name).replaceAll(/[_.-]+/g, ' '))
  return words.length > 0 && words.every((word) => said.has(word))
}

const sharedWords = ({ name, description, parameters }: ModelTool, message: string): number => {
  const said = new Set(wordsOf(message).filter((word) => word.length > 2))
  const count = (text: string) =>
    new Set(wordsOf(text.replaceAll('_', ' ')).filter((word) => said.has(word))).size
  const properties = propertiesOf(readNode(parameters))
  const names = properties.map((property) => property.name)
  const values = properties.filter(
    ({ node }) => (node.enum?.length ?? 0) > 1 && saidValues(node.enum ?? [], message).length > 0,
  ).length
  return 3 * count(declaredName(name)) + count(description) + count(names.join(' ')) + values
}
