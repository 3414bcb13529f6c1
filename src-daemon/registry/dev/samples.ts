import { draftPackage, readField, signPackage } from '../../packages/index.ts'
import type { Signer } from '../../identity/types.ts'

/** What a sample is made from: the answers `satchel acp init` asks for, and additions to its file. */
interface Sample {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly record: string
  readonly fields: readonly string[]
  readonly tags: readonly string[]
  /** Lines to append after its last tool. */
  readonly more?: string
}

const WORD_LOOK_UP = `  - type: function
    function:
      name: look_up_word
      description: Look an English word up in a public dictionary.
      parameters:
        type: object
        properties:
          word: {type: string, minLength: 1, maxLength: 60, description: The word.}
        required: [word]
        additionalProperties: false
tool_bindings:
  look_up_word: {type: http_get, url: "https://api.dictionaryapi.dev/api/v2/entries/en/{word}"}
`

const RECIPES: Sample = {
  name: 'recipes',
  title: 'Recipes',
  description: 'Keep the recipes of the house: what goes in, how long it takes, and who likes it.',
  record: 'recipe',
  fields: ['title:text!', 'ingredients:list', 'steps:note', 'minutes:whole', 'source:link'],
  tags: ['cooking', 'household'],
}
const READING: Sample = {
  name: 'reading-list',
  title: 'Reading list',
  description: 'Remember what to read next, what was read, and what was worth it.',
  record: 'book',
  fields: ['title:text!', 'author:text', 'status:wanted|reading|read', 'rating:whole', 'thoughts:note'],
  tags: ['books', 'reading'],
}
const HABITS: Sample = {
  name: 'habits',
  title: 'Habits',
  description: 'Note when a habit was kept, and see how long it has lasted.',
  record: 'habit',
  fields: ['name:text!', 'rhythm:daily|weekly|monthly', 'last_kept:date', 'active:yes/no'],
  tags: ['health', 'routine'],
}
const VOCABULARY: Sample = {
  name: 'vocabulary',
  title: 'Vocabulary',
  description: 'Collect words of a foreign language with their meaning, and look English words up.',
  record: 'word',
  fields: ['word:text!', 'meaning:text', 'language:text', 'learned:yes/no'],
  tags: ['languages', 'learning'],
  more: WORD_LOOK_UP,
}

/** One published version. */
export interface SampleVersion {
  /** Which of the two sample authors. */
  readonly by: 0 | 1
  readonly semver: string
  readonly bytes: Uint8Array
  /** Why it is yanked; null if it isn't. */
  readonly yanked: string | null
}

/**
 * A few packages by two authors, signed: one with an older version and a yanked one, one that reaches a host.
 * Errors: those of `signPackage`.
 */
export const makeSamples = (authors: readonly [Signer, Signer]): Promise<readonly SampleVersion[]> => {
  const made = async (
    by: 0 | 1,
    sample: Sample,
    semver = '1.0.0',
    { rule = '', yanked = null }: { rule?: string; yanked?: string | null } = {},
  ): Promise<SampleVersion> => {
    const text = textOf(sample, semver, rule)
    const bytes = await signPackage(Buffer.from(text), `${sample.name}.acp.yaml`, authors[by])
    return { by, semver, bytes, yanked }
  }
  return Promise.all([
    made(0, RECIPES, '0.9.0', { yanked: 'It forgot to ask before a recipe was deleted.' }),
    made(0, RECIPES, '1.0.0'),
    made(0, RECIPES, '1.1.0', { rule: 'When the user names no time, ask how many minutes it takes.' }),
    made(0, READING),
    made(1, HABITS),
    made(1, VOCABULARY),
    made(1, HABITS, '2.0.0-beta.1', { rule: 'Praise a habit that was kept for a week.' }),
  ])
}

const textOf = (sample: Sample, semver: string, rule: string): string => {
  const { name, tags, more = '' } = sample
  const draft = draftPackage({ ...sample, fields: sample.fields.map(readField) })
    .replace(/^#.*\n/, '')
    .replace(`did:nuwa:cap:${name}@1.0.0`, `did:nuwa:cap:${name}@${semver}`)
    .replace('  permissions:\n', `  tags: ${JSON.stringify(tags)}\n  license: Apache-2.0\n  permissions:\n`)
  const ruled = rule === '' ? draft : draft.replace('\ntools:\n', `\n  ${rule}\ntools:\n`)
  return ruled.trimEnd() + '\n' + more
}
