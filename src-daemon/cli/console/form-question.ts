import { z } from 'zod'
import type { FormPart } from '../../contract/chat.ts'
import type { Language } from '../../contract/language.ts'
import { oneLine } from './output.ts'
import { fieldChoices, say, type FieldChoice } from '../../text/index.ts'

/** The part of a JSON Schema a question uses. */
const nodeSchema = z.looseObject({
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).optional().catch(undefined),
})
type Node = z.infer<typeof nodeSchema>

const MAX_CHOICES = 12
const LONGEST = 120

/**
 * What an open form still needs, as lines of text: the tool, then each missing field by its title, with its description
 * and allowed values.
 *
 * @example
 * // To run convert, this is missing:
 * // From: The unit it is in. One of: km, mi.
 */
export const formQuestion = (
  { tool, schema, missing }: Pick<FormPart, 'tool' | 'schema' | 'missing'>,
  language: Language,
): string =>
  [
    say(language, 'cli_form_missing', { tool }),
    ...missing.map((pointer) => `  ${fieldWords(schema, pointer, language)}`),
  ]
    .map(oneLine)
    .join('\n')

/** A field's title, description and, if `listed`, its choices. `pointer` is its path in a value of the schema. */
export const fieldWords = (
  schema: unknown,
  pointer: string,
  language: Language,
  { listed = true }: { listed?: boolean } = {},
): string => {
  const node = nodesTo(schema, pointer).at(-1) ?? {}
  const chosen = listed ? fieldChoices(node) : null
  const key = chosen?.several === true ? 'cli_form_several' : 'cli_form_choices'
  const told = [
    ...(node.description === undefined ? [] : [firstLine(node.description)]),
    ...(chosen === null ? [] : [say(language, key, { choices: namesOfChoices(chosen.choices) })]),
  ].join(' ')
  const title = fieldTitle(schema, pointer)
  return told === '' ? title : say(language, 'cli_form_field', { title, told })
}

/** A field's title, preceded by those of its parents. */
export const fieldTitle = (schema: unknown, pointer: string): string => {
  const nodes = nodesTo(schema, pointer)
  return namesOf(pointer)
    .map((name, index) => nodes[index + 1]?.title ?? labelOf(name))
    .join(' › ')
}

const namesOf = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescape)

/** The schema itself, and each subschema on the path. */
const nodesTo = (schema: unknown, pointer: string): readonly Node[] =>
  namesOf(pointer).reduce<readonly Node[]>(
    (path, name) => [...path, readNode(path.at(-1)?.properties?.[name])],
    [readNode(schema)],
  )

const namesOfChoices = (choices: readonly FieldChoice[]): string => {
  const shown = choices.slice(0, MAX_CHOICES).map(({ label }) => label)
  return [...shown, ...(choices.length > MAX_CHOICES ? ['…'] : [])].join(', ')
}

const readNode = (schema: unknown): Node => nodeSchema.safeParse(schema).data ?? {}

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

const firstLine = (text: string): string => {
  const [line = ''] = text.trim().split('\n')
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line
}

/** `dueAt` and `due_at` become "Due at". */
const labelOf = (name: string): string => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
