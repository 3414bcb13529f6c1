import { SatchelError } from '../../platform/errors.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import { draftTools } from './draft-tools.ts'
import { fieldSchemaText, readField, type DraftField } from './field.ts'

/** The input for a new package. */
export interface DraftInput {
  /** `books` of `did:nuwa:cap:books@1.0.0`. */
  readonly name: string
  /** Its title for people. */
  readonly title: string
  readonly description: string
  /** What one record is called: `book`, `本`. */
  readonly record: string
  /** `title:text`, `due:date`, `done:yes/no`; see `readField`. */
  readonly fields: readonly string[]
}

/**
 * The text of a new package: a schema in its own namespace, the four tools of state, a prompt, triggers with
 * five example sentences. It only has to be signed. Problems in it can only come from the input.
 *
 * @throws SatchelError `draft_invalid` for an invalid name or field; `package_rejected` with
 * `details.problems`
 */
export const draftPackage = (input: DraftInput): string => {
  const name = input.name.trim()
  if (!/^[a-z][a-z0-9_-]{0,62}$/.test(name)) invalid(`name: ${name} ≠ [a-z][a-z0-9_-]{0,62}`)
  const record = oneLine(input.record) || name
  const fields = input.fields.map(readField)
  if (fields.length === 0) invalid('fields: 0')
  const twice = fields.find(({ name: one }, index) => fields.findIndex((other) => other.name === one) < index)
  if (twice !== undefined) invalid(`${twice.name} × 2`)
  const text = packageOf({ ...input, name, record, title: oneLine(input.title) || name }, fields)
  refuseInvalid(Buffer.from(text), `${name}.acp.yaml`)
  return text
}

export const invalid = (problem: string): never => {
  throw new SatchelError('draft_invalid', { params: { problem } })
}

const packageOf = (input: DraftInput, fields: readonly DraftField[]): string => {
  const { name, title, record } = input
  const uri = `did:nuwa:cap:${name}:state:${typeName(record, name)}#v1`
  const description = oneLine(input.description) || `Keeps ${record} records.`
  return `# Edit this file as you like, then: satchel acp sign ${name}.acp.yaml
metadata:
  id: did:nuwa:cap:${name}@1.0.0
  name: ${quoted(title)}
  description: ${quoted(description)}
  # Filled in by signing: the signer becomes the author.
  author:
    did: ""
    key_id: ""
  # What calls this capability: patterns (RE2), words, and example sentences.
  triggers:
${draftTriggers(record)}
  memory_scope: ${`sc:${name}`.slice(0, 67)}
  permissions:
    require: ["state.create", "state.update", "state.query", "state.delete"]
  signature: "" # by the author's key, over the whole file except this value
# One record as JSON Schema 2020-12. "x-crdt" says how changes made on two devices are merged.
schema: |
${indent(schemaOf(uri, record, fields), 2)}
prompt: |
${indent(promptOf(uri, record, fields), 2)}
tools:
${indent(draftTools(uri, record, fields), 2)}
`
}

const schemaOf = (uri: string, record: string, fields: readonly DraftField[]): string => {
  const required = [
    'id',
    ...fields.filter((one) => one.required).map((one) => one.name),
    'createdAt',
    'updatedAt',
  ]
  return `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": ${JSON.stringify(uri)},
  "title": ${JSON.stringify(record)},
  "type": "object",
  "properties": {
    "id": {"type": "string", "format": "uuid"},
${fields.map((field) => `    ${JSON.stringify(field.name)}: ${fieldSchemaText(field)},`).join('\n')}
    "createdAt": {"type": "string", "format": "date-time"},
    "updatedAt": {"type": "string", "format": "date-time"}
  },
  "required": ${JSON.stringify(required).replaceAll(',', ', ')}
}`
}

const promptOf = (uri: string, record: string, fields: readonly DraftField[]): string => {
  const required = fields.filter((one) => one.required).map((one) => `\`${one.name}\``)
  const optional = fields.filter((one) => !one.required).map((one) => `\`${one.name}\``)
  return [
    `You keep the user's ${record} records.`,
    `To add one, call \`state.create\` with schema_uri = "${uri}" and the record as object.`,
    `${required.join(', ')} must be there: take it from what the user said, in their own words.`,
    ...(optional.length === 0 ? [] : [`Set ${optional.join(', ')} only when the user gave them.`]),
    'Leave out the identifier and the dates of creation and change, they are filled in for you.',
    'To answer what there is, call `state.query`.',
    'To change or delete a record, find it with `state.query` first, then call `state.update` or `state.delete` with its id.',
    'After a call, tell the user in one sentence, in their language, what was added, found, changed or deleted.',
    'When a call fails, say what was not saved and why. Never say that something was saved when no call saved it.',
  ].join('\n')
}

/** A name for the type of a record; the capability's name if the record's has no Latin letters. */
const typeName = (record: string, name: string): string => {
  const words = (text: string): string[] => text.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []
  const latin = words(record)
  const [first = 'Record', ...rest] = latin.length > 0 && latin.join('').length >= 2 ? latin : words(name)
  return [first, ...rest].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

export const quoted = (text: string): string => JSON.stringify(text)

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const indent = (text: string, spaces: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(spaces) + line))
    .join('\n')

/** Sentences people say, in the script of the record's name. `$` stands for the name. */
const sentences = {
  latin: [
    'add a new $',
    'create $: the one from today',
    'show my $',
    'find the $ from last week',
    'change the last $',
  ],
  han: ['添加一个$', '新建$：今天的', '看看我的$', '查找上周的$', '修改最近的$'],
  kana: ['$を追加', '新しい$を作成：今日の分', '$を見せて', '先週の$を探して', '最後の$を変更'],
} as const

/** Lead-ins that only say what to do, so that the rest of a message is its content. */
const patterns = {
  latin: '\\b(?:add|create|make|new|save)\\s+(?:an?\\s+)?(?:new\\s+)?(?:$)s?\\b:?',
  han: '(?:添加|新建|创建|加)(?:一个|一项|个)?(?:新)?(?:的)?(?:$)[:：]?',
  kana: '(?:$)(?:を|に)(?:追加|作成|登録)[:：]?',
} as const

/** The lines of `triggers`: a pattern, the name as a keyword, and five example sentences. */
const draftTriggers = (record: string): string => {
  const script = scriptOf(record)
  const pattern = patterns[script].replace('$', () => escaped(record))
  return [
    `    - {type: regex, value: ${JSON.stringify(pattern)}}`,
    `    - {type: keyword, value: ${JSON.stringify(record)}}`,
    '    - type: embedding',
    '      examples:',
    ...sentences[script].map(
      (sentence) => `        - ${JSON.stringify(sentence.replace('$', () => record))}`,
    ),
  ].join('\n')
}

const scriptOf = (text: string): keyof typeof sentences => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'kana'
  return /\p{Script=Han}/u.test(text) ? 'han' : 'latin'
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '\\s+')
