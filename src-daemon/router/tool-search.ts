import { createCapabilitySearch } from '../capabilities/index.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { createClassifier, type ClassifierCapability } from './classifier/index.ts'
import { lessonOf } from './classifier/lesson.ts'
import { nameWords } from './tool-names.ts'

/** A tool or skill that can be searched for. */
export interface SearchedTool {
  readonly id: string
  readonly name: string
  readonly description: string
  /** What it belongs to. */
  readonly owner: AcpPackage
}

/** Finds tools by what a person or a model wants done. */
export interface ToolSearch {
  /** The best first; without words, or if few fit, the others follow in their own order. */
  find(query: string, limit: number): readonly SearchedTool[]
  /** Begins to learn what is new, in the background: a search would wait for all of it. */
  prepare(): void
}

/**
 * Searches tools with the router's classifier, which knows other forms of words, synonyms and four languages: each tool is learned
 * with the sentences of its capability. Words that stand in a name or a description find those it gives no place to. `tools` is
 * called for each search, and returns the same list until something changed.
 */
export const createToolSearch = (tools: () => readonly SearchedTool[]): ToolSearch => {
  const classifier = createClassifier()
  const taught = new Map<string, string>()
  let known: readonly SearchedTool[] | null = null
  let byId: ReadonlyMap<string, SearchedTool> = new Map()
  let byWords = createCapabilitySearch<Named>([])

  const learn = (): void => {
    const now = tools()
    if (now === known) return
    byId = new Map(now.map((tool) => [tool.id, tool]))
    byWords = createCapabilitySearch(now.map(named))
    for (const id of [...taught.keys()].filter((name) => !byId.has(name))) {
      taught.delete(id)
      classifier.remove(id)
    }
    for (const tool of now) {
      const lesson = lessonOfTool(tool)
      const content = JSON.stringify(lesson)
      if (taught.get(tool.id) === content) continue
      taught.set(tool.id, content)
      classifier.add(lesson)
    }
    known = now
  }

  return {
    // The classifier learns bit by bit what it was given.
    prepare: learn,
    find: (query, limit) => {
      learn()
      const found = new Set<string>()
      const take = (ids: readonly string[]): void => {
        for (const id of ids) if (found.size < limit) found.add(id)
      }
      take(classifier.score(query, limit).map(({ name }) => name))
      if (found.size < limit) take(byWords.find(query, limit).map(({ capability_id: id }) => id))
      if (found.size < limit) take([...byId.keys()])
      return [...found].flatMap((id) => byId.get(id) ?? [])
    },
  }
}

interface Named {
  readonly capability_id: string
  readonly name: string
  readonly description: string
}

const named = ({ id, name, description }: SearchedTool): Named => ({ capability_id: id, name, description })

/** A tool of a package shares its sentences with the others; its name and description tell it apart. */
const lessonOfTool = ({ id, name, description, owner }: SearchedTool): ClassifierCapability => {
  const { examples, keywords } = lessonOf(owner, [])
  return {
    name: id,
    description: `${nameWords(name).join(' ')}: ${description}`,
    examples,
    keywords: [...keywords, nameWords(name).join(' ')],
  }
}
