import { z } from 'zod'
import type { Filters } from '../core/types.ts'
import { wordsOf } from './words.ts'

/** What the index reads of `metadata`. The file was verified; values of another shape are ignored. */
const texts = z.array(z.string()).catch([])
const metadataSchema = z.object({
  id: z.string().catch(''),
  name: z.string().catch(''),
  description: z.string().catch(''),
  tags: texts,
  author: z.object({ did: z.string().catch('') }).catch({ did: '' }),
  permissions: z.object({ require: texts, option: texts }).catch({ require: [], option: [] }),
  llm_requirements: z.object({ model_family: texts }).catch({ model_family: [] }),
})

/** Enough to find any document; a package could hold a megabyte of words. */
const MAX_WORDS = 160
const MAX_VALUES = 32

/** The searchable words and the facets of a package. `more`: words of its tools and examples. */
export const readDocument = (metadataText: string, more: string) => {
  const metadata = metadataSchema.parse(JSON.parse(metadataText))
  const { name, description, tags, author, permissions, llm_requirements: requirements } = metadata
  const id = /^did:nuwa:cap:([^@]*)/.exec(metadata.id)?.[1] ?? ''
  const parts = wordsOf(id)
  // Joined, too: people leave hyphens out.
  const joined = parts.length > 1 ? [parts.join('')] : []
  const facets: Filters = {
    tags: distinct(tags),
    author_did: distinct([author.did]),
    model_family: distinct(requirements.model_family),
    permissions: distinct([...permissions.require, ...permissions.option]),
  }
  return {
    name: [...parts, ...joined],
    title: few(wordsOf(name)),
    tags: few(tags.slice(0, MAX_VALUES).flatMap(wordsOf)),
    description: few(wordsOf(description)),
    more: few(wordsOf(more)),
    facets,
    /** The text to embed. */
    text: `${name}. ${description} ${tags.slice(0, MAX_VALUES).join(', ')}`.trim(),
  }
}

const distinct = (values: readonly string[]): string[] =>
  [...new Set(values.filter((value) => value !== ''))].slice(0, MAX_VALUES)

const few = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MAX_WORDS)
