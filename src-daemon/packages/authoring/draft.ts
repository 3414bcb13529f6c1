import { DRAFT_VERBS, EMPTY_FORM, type DraftVerb } from '../../contract/draft-parts.ts'
import type { DraftFault, DraftForm } from '../../contract/drafts.ts'
import { SatchelError } from '../../platform/errors.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import { actionBindings, actionTools } from './draft-actions.ts'
import { draftTools, ORDER } from './draft-tools.ts'
import { draftTriggers } from './draft-triggers.ts'
import { fieldFault, fieldOf, fieldSchemaText, type DraftField } from './field.ts'

/** The input for a new package: a form of which only the essential has to be said. */
export type DraftInput = Pick<DraftForm, 'name' | 'title' | 'description' | 'record' | 'fields'> &
  Partial<DraftForm>

/**
 * The text of a new package: a schema in its own namespace, tools of state, a prompt, triggers with example sentences.
 * It only has to be signed. Problems in it can only come from the input.
 *
 * @throws SatchelError `draft_invalid` with `details.faults` for an invalid name, version or field; `package_rejected` with
 * `details.problems`
 */
export const draftPackage = (input: DraftInput): string => {
  const [fault] = draftFaults(input)
  if (fault !== undefined) invalid(faultText(fault, input), draftFaults(input))
  const text = draftText(input)
  refuseInvalid(Buffer.from(text), `${input.name.trim()}.acp.yaml`)
  return text
}

/** What no package can be made of. */
export const draftFaults = (input: DraftInput): DraftFault[] => {
  const { name, version, fields, verbs, actions, pictures } = complete(input)
  const keeps = fields.length > 0
  return [
    ...(NAME.test(name) ? [] : [{ at: 'name', code: 'name' } as const]),
    ...(VERSION.test(version) ? [] : [{ at: 'version', code: 'version' } as const]),
    ...(!keeps && actions.length === 0 ? [{ at: 'fields', code: 'no_fields' } as const] : []),
    ...(keeps && verbs.length === 0 ? [{ at: 'verbs', code: 'no_verbs' } as const] : []),
    ...fields.flatMap((field, index) => fieldFault(field, index, fields) ?? []),
    ...pictures.flatMap(({ alt }, index) =>
      oneLine(alt) === '' ? [{ at: `pictures.${String(index)}`, code: 'picture_words' } as const] : [],
    ),
  ]
}

/** The text of a form without faults; a reader or a model may still find something wrong with its words. */
export const draftText = (input: DraftInput): string => packageOf(complete(input))

const NAME = /^[a-z][a-z0-9_-]{0,62}$/
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/

/** The whole form; what is changed or deleted must be found first. */
const complete = (input: DraftInput): DraftForm => {
  const form = { ...EMPTY_FORM, ...input }
  const name = form.name.trim()
  const mustFind = form.verbs.includes('update') || form.verbs.includes('delete')
  return {
    ...form,
    name,
    title: oneLine(form.title) || name,
    record: oneLine(form.record) || name,
    fields: form.fields.map((field) => ({
      ...field,
      name: field.name.trim(),
      choices: field.choices.map((choice) => choice.trim()),
    })),
    sentences: [...new Set(form.sentences.map(oneLine))].filter((sentence) => sentence !== ''),
    verbs: DRAFT_VERBS.filter(
      (verb) => form.fields.length > 0 && (form.verbs.includes(verb) || (mustFind && verb === 'query')),
    ),
  }
}

const invalid = (problem: string, faults: readonly DraftFault[] = []): never => {
  throw new SatchelError('draft_invalid', { params: { problem }, details: { faults } })
}

/** A fault as a terminal says it: the place, and what is there. */
const faultText = ({ at, code }: DraftFault, { name, fields }: DraftInput): string => {
  if (code === 'name') return `name: ${name} ≠ [a-z][a-z0-9_-]{0,62}`
  if (code === 'picture_words') return `${at}: alt`
  const field = fields[Number(at.replace('fields.', ''))]
  if (field === undefined) return `${at}: 0`
  return code === 'field_twice' ? `${field.name} × 2` : `field: ${[field.name, ...field.choices].join('|')}`
}

const packageOf = (form: DraftForm): string => {
  const { name, version, title, icon, record, verbs, actions } = form
  const keeps = fieldsOf(form).length > 0
  const fields = fieldsOf(form)
  const uri = `did:nuwa:cap:${name}:state:${typeName(record, name)}#v${String(form.schemaVersion)}`
  const description = oneLine(form.description) || (keeps ? `Keeps ${record} records.` : title)
  return `# Edit this file as you like, then: satchel acp sign ${name}.acp.yaml
metadata:
  id: did:nuwa:cap:${name}@${version}
  name: ${quoted(title)}
  description: ${quoted(description)}${icon === null ? '' : `\n  icon: ${icon}`}${contactLine(form)}${changelogOf(form)}${picturesOf(form)}${readmeOf(form)}
  # Filled in by signing: the signer becomes the author.
  author:
    did: ""
    key_id: ""
  # What calls this capability: patterns (RE2), words, and example sentences.
  triggers:
${draftTriggers(record, form.sentences, keeps)}
  memory_scope: ${`sc:${name}`.slice(0, 67)}
  permissions:
    require: [${ORDER.filter((verb) => verbs.includes(verb))
      .map((verb) => `"state.${verb}"`)
      .join(', ')}]
  signature: "" # by the author's key, over the whole file except this value
# One record as JSON Schema 2020-12. "x-crdt" says how changes made on two devices are merged.
schema: |
${indent(schemaOf(uri, record, fields), 2)}
prompt: |
${indent(promptOf(uri, form, fields), 2)}
tools:
${indent([draftTools(uri, record, { fields, verbs }), actionTools(actions)].filter((part) => part !== '').join('\n'), 2)}
${actions.length === 0 ? '' : `tool_bindings:\n${indent(actionBindings(actions), 2)}\n`}`
}

const contactLine = ({ contact }: DraftForm): string =>
  contact.trim() === '' ? '' : `\n  contact: ${quoted(contact.trim())}`

/** What each version changed; versions of which nothing is said, and what is no version, are left out. */
const changelogOf = ({ changes }: DraftForm): string => {
  const said = changes.flatMap(({ version, text }) => {
    const lines = text
      .split('\n')
      .map(oneLine)
      .filter((line) => line !== '')
    return VERSION.test(version) && lines.length > 0
      ? [`\n    - version: ${quoted(version)}\n      changes: [${lines.map(quoted).join(', ')}]`]
      : []
  })
  return said.length === 0 ? '' : `\n  changelog:${said.join('')}`
}

const picturesOf = ({ pictures }: DraftForm): string =>
  pictures.length === 0
    ? ''
    : `\n  screenshots:${pictures.map(({ cid, alt }) => `\n    - {cid: ${cid}, alt: ${quoted(oneLine(alt))}}`).join('')}`

/** As lines, to be read in the file; in quotes where YAML has no other way to write it. */
const readmeOf = ({ readme }: DraftForm): string => {
  const text = readme.replaceAll('\r\n', '\n').trim()
  if (text === '') return ''
  if (!/^[\n\t\P{C}]*$/u.test(text)) return `\n  readme: ${quoted(text)}`
  return `\n  readme: |-\n${indent(text, 4)}`
}

const fieldsOf = ({ fields }: DraftForm): DraftField[] => fields.map(fieldOf)

const schemaOf = (uri: string, record: string, fields: readonly DraftField[]): string => {
  if (fields.length === 0) return minimalSchema(uri)
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

/** Of a package that keeps nothing: the smallest there is. */
export const minimalSchema = (uri: string): string => `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": ${JSON.stringify(uri)},
  "type": "object",
  "properties": {
    "id": {"type": "string", "format": "uuid"},
    "text": {"type": "string", "x-crdt": "rga_text"}
  },
  "required": ["id"]
}`

const promptOf = (uri: string, form: DraftForm, fields: readonly DraftField[]): string => {
  const { record, verbs, instructions } = form
  const can = (verb: DraftVerb): boolean => verbs.includes(verb)
  const required = fields.filter((one) => one.required).map((one) => `\`${one.name}\``)
  const optional = fields.filter((one) => !one.required).map((one) => `\`${one.name}\``)
  const add = [
    `To add one, call \`state.create\` with schema_uri = "${uri}" and the record as object.`,
    `${required.join(', ')} must be there: take it from what the user said, in their own words.`,
    ...(optional.length === 0 ? [] : [`Set ${optional.join(', ')} only when the user gave them.`]),
    'Leave out the identifier and the dates of creation and change, they are filled in for you.',
  ]
  const changes = (['update', 'delete'] as const).filter(can)
  const change = `To ${changes.map((verb) => CHANGES[verb]).join(' or ')} a record, find it with \`state.query\` first, then call ${changes.map((verb) => `\`state.${verb}\``).join(' or ')} with its id.`
  const done = (['create', 'query', 'update', 'delete'] as const).filter(can).map((verb) => DONE[verb])
  const own = instructions.replaceAll('\r\n', '\n').trim()
  if (fields.length === 0)
    return [
      'When the user asks for something that one of your tools does, call it, with nothing but what the user said.',
      'After a call, tell the user in their language what came back. When a call fails, say so and why.',
      ...(own === '' ? [] : [own]),
    ].join('\n')
  return [
    `You keep the user's ${record} records.`,
    ...(can('create') ? add : []),
    ...(can('query') ? ['To answer what there is, call `state.query`.'] : []),
    ...(changes.length > 0 ? [change] : []),
    `After a call, tell the user in one sentence, in their language, what was ${orList(done)}.`,
    'When a call fails, say what was not saved and why. Never say that something was saved when no call saved it.',
    ...(own === '' ? [] : [own]),
  ].join('\n')
}

const CHANGES = { update: 'change', delete: 'delete' } as const
const DONE = { create: 'added', query: 'found', update: 'changed', delete: 'deleted' } as const

/** `added, found or deleted` */
const orList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ')

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
