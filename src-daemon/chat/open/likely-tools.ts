import { estimateTokens } from '../../platform/tokens.ts'
import { wireTool } from '../core/wire-tool.ts'
import type { About } from './about.ts'
import type { OpenCatalogue, OpenEntry } from './catalogue.ts'

/** With more tools a model loses more than it gains, whatever they cost. */
const MOST = 12
/** Tokens of what an author says about a capability as a whole. */
const MAX_ABOUT = 300
/** Tools looked at for each one that is taken: a large one makes room for smaller ones. */
const LOOKED_AT = 3

/** The tools that an open turn begins with. */
export interface Likely {
  readonly entries: readonly OpenEntry[]
  readonly about: readonly About[]
}

/**
 * The likeliest tools for a message, as far as the budget goes: of the capabilities the router found likely, then those a search
 * finds. However many are installed, no more are taken.
 */
export const likelyTools = ({
  catalogue,
  text,
  candidates,
  held,
  budget,
  most = MOST,
}: {
  readonly catalogue: OpenCatalogue
  readonly text: string
  /** Installed names, the likeliest first. */
  readonly candidates: readonly string[]
  /** The tools that the model has in any case; they take from the budget first. */
  readonly held: readonly OpenEntry[]
  /** In tokens. */
  readonly budget: number
  readonly most?: number
}): Likely => {
  const entries: OpenEntry[] = []
  const about = new Map<string, About | null>()
  let left = budget
  const costOf = (entry: OpenEntry): number => {
    const own = estimateTokens(JSON.stringify(wireTool(entry.tool)))
    if (about.has(entry.owner.name)) return own
    const said = aboutOf(entry)
    return own + (said === null ? 0 : estimateTokens(JSON.stringify(said)))
  }
  const take = (entry: OpenEntry): void => {
    left -= costOf(entry)
    if (!about.has(entry.owner.name)) about.set(entry.owner.name, aboutOf(entry))
  }
  for (const entry of held) take(entry)
  const found = catalogue.find(text, most * LOOKED_AT)
  const rank = new Map(found.map(({ id }, at) => [id, at]))
  const likely = candidates.flatMap((name) =>
    catalogue.of(name).toSorted((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity)),
  )
  for (const entry of new Set([...likely, ...found])) {
    if (entries.length + held.length >= most) break
    if (entry.manifest.kind !== 'tool' || !entry.isSearched || held.includes(entry)) continue
    if (costOf(entry) > left) continue
    take(entry)
    entries.push(entry)
  }
  return { entries, about: [...about.values()].filter((one) => one !== null) }
}

const aboutOf = ({ owner }: OpenEntry): About | null => {
  const said = owner.prompt.trim()
  // What is said of servers and agents is Satchel's own, and part of the rules.
  if (said === '' || owner.claim !== undefined) return null
  const cost = estimateTokens(said)
  const cut =
    cost <= MAX_ABOUT
      ? said
      : `${said.slice(0, Math.floor((said.length * MAX_ABOUT) / cost)).toWellFormed()}…`
  return { capability: owner.title, its_author_says: cut }
}
