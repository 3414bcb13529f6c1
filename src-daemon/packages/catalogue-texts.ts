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
  const keys = acp.author.did === CATALOGUE_AUTHOR ? CATALOGUE[acp.capUri] : undefined
  if (keys === undefined) return own
  const signed = translated(keys, 'en')
  const isSame =
    title === signed.title &&
    description === signed.description &&
    signed.examples.every((example) => examples.includes(example))
  return isSame ? translated(keys, language) : own
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
