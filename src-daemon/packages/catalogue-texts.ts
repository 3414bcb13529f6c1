import type { Language } from '../contract/language.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { say, type PhraseKey } from '../text/index.ts'
import { CATALOGUE_AUTHOR } from './catalogue-author.ts'

/** What a person reads of a package. */
export interface ShownTexts {
  readonly title: string
  readonly description: string
  /** What its objects are called. */
  readonly objects: string
  readonly examples: readonly string[]
}

type Keys = Readonly<Record<keyof ShownTexts, PhraseKey>>

const CATALOGUE: Readonly<Record<string, Keys>> = {
  'did:nuwa:cap:note': {
    title: 'catalogue_note_title',
    description: 'catalogue_note_description',
    objects: 'catalogue_note_object',
    examples: 'catalogue_note_examples',
  },
  'did:nuwa:cap:tasks': {
    title: 'catalogue_tasks_title',
    description: 'catalogue_tasks_description',
    objects: 'catalogue_tasks_object',
    examples: 'catalogue_tasks_examples',
  },
  'did:nuwa:cap:units': {
    title: 'catalogue_units_title',
    description: 'catalogue_units_description',
    objects: 'catalogue_units_object',
    examples: 'catalogue_units_examples',
  },
}

/**
 * A package's texts as the screens show them. Those of the built-in catalogue are in the person's language: a package is signed as a whole
 * and says everything in its author's language, so the translations come with Satchel, and stand only for exactly the words that the
 * catalogue's author signed. Models and routing get the package's own.
 */
export const shownTexts = (
  acp: Pick<AcpPackage, 'capUri' | 'author' | 'title' | 'description' | 'examples' | 'schema'>,
  language: Language,
): ShownTexts => {
  const { title, description, examples, schema } = acp
  const own = { title, description, examples, objects: textIn(schema['title']) ?? title }
  const keys = keysOf(acp)
  if (keys === null) return own
  const signed = translated(keys, 'en')
  return signed.examples.every((example) => examples.includes(example)) ? translated(keys, language) : own
}

/** The same of what a source lists, whose file isn't here: only its name and what it says it does. */
export const shownWords = (
  listed: Pick<AcpPackage, 'capUri' | 'title' | 'description'> & {
    readonly author: { readonly did: string }
  },
  language: Language,
): Pick<ShownTexts, 'title' | 'description'> => {
  const keys = keysOf(listed)
  const { title, description } = keys === null ? listed : translated(keys, language)
  return { title, description }
}

/** The texts of a package of the catalogue that says what its author signed; null for any other. */
const keysOf = ({ capUri, author, title, description }: Parameters<typeof shownWords>[0]): Keys | null => {
  const keys = author.did === CATALOGUE_AUTHOR ? CATALOGUE[capUri] : undefined
  const isSame =
    keys !== undefined && title === say('en', keys.title) && description === say('en', keys.description)
  return isSame ? keys : null
}

/** A package's title as the screens show it. */
export const shownTitle = (acp: Parameters<typeof shownTexts>[0], language: Language): string =>
  shownTexts(acp, language).title

const translated = ({ title, description, objects, examples }: Keys, language: Language): ShownTexts => ({
  title: say(language, title),
  description: say(language, description),
  objects: say(language, objects),
  examples: say(language, examples).split('\n'),
})

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
