import type { DraftVerb } from '../../contract/draft-parts.ts'
import { jsonLine, type DraftField } from './field.ts'

/** The tools of state for one kind of record, as the lines of a YAML list. */
export const draftTools = (
  uri: string,
  record: string,
  { fields, verbs }: { readonly fields: readonly DraftField[]; readonly verbs: readonly DraftVerb[] },
): string => {
  const tools: Readonly<Record<DraftVerb, string>> = {
    create: tool('state.create', `Add a new ${record}.`, [
      'type: object',
      'properties:',
      `  schema_uri: {type: string, enum: ["${uri}"]}`,
      '  object: {$ref: "#/schema"}',
      'required: [schema_uri, object]',
      'additionalProperties: false',
    ]),
    update: tool('state.update', `Change an existing ${record} that was found before.`, [
      'type: object',
      'properties:',
      `  schema_uri: {type: string, enum: ["${uri}"]}`,
      `  id: {type: string, format: uuid, description: ${JSON.stringify(`The id of the ${record} to change, as a query returned it.`)}}`,
      '  patch:',
      '    type: object',
      '    description: "What changes. Fields that are not named stay as they are."',
      '    properties:',
      ...patchLines(fields).map((line) => `      ${line}`),
      '    additionalProperties: false',
      '    minProperties: 1',
      'required: [schema_uri, id, patch]',
      'additionalProperties: false',
    ]),
    query: tool('state.query', `Find, list, count or add up ${record} records that were saved before.`, [
      'type: object',
      'properties:',
      '  query:',
      '    type: object',
      '    properties:',
      `      from: {type: string, enum: ["${uri}"]}`,
      '      where:',
      '        type: object',
      `        description: ${JSON.stringify(whereText(fields))}`,
      '      order:',
      '        type: array',
      '        description: "Sorting. The newest come first with field updatedAt and direction desc."',
      '        items:',
      '          type: object',
      '          properties:',
      `            field: {type: string, enum: ${jsonLine(sortable(fields))}}`,
      '            direction: {type: string, enum: ["asc", "desc"]}',
      '          required: [field]',
      '          additionalProperties: false',
      '      limit: {type: integer, minimum: 1, maximum: 100, default: 20}',
      ...groupLines(fields).map((line) => `      ${line}`),
      '    required: [from]',
      '    additionalProperties: false',
      'required: [query]',
      'additionalProperties: false',
    ]),
    delete: tool('state.delete', `Delete a ${record} that was found before.`, [
      'type: object',
      'properties:',
      `  schema_uri: {type: string, enum: ["${uri}"]}`,
      `  id: {type: string, format: uuid, description: ${JSON.stringify(`The id of the ${record} to delete, as a query returned it.`)}}`,
      'required: [schema_uri, id]',
      'additionalProperties: false',
    ]),
  }
  return ORDER.filter((verb) => verbs.includes(verb))
    .map((verb) => tools[verb])
    .join('\n')
}

/** The order in which a file lists its tools. */
export const ORDER: readonly DraftVerb[] = ['create', 'update', 'query', 'delete']

const tool = (name: string, description: string, parameters: readonly string[]): string =>
  [
    '- type: function',
    '  function:',
    `    name: ${name}`,
    `    description: ${JSON.stringify(description)}`,
    '    parameters:',
    ...parameters.map((line) => `      ${line}`),
  ].join('\n')

const patchLines = (fields: readonly DraftField[]): string[] => {
  const set = fields.filter(({ isList }) => !isList)
  const optional = set.filter(({ required }) => !required)
  const lists = fields.filter(({ isList }) => isList)
  return [
    ...operator(
      '$set',
      'Fields to replace with a new value.',
      set.map(({ name, schema }) => [name, schema]),
    ),
    ...operator(
      '$unset',
      'Fields to remove.',
      optional.map(({ name }) => [name, { type: 'boolean' }]),
    ),
    ...operator(
      '$addToSet',
      'One more entry of a list.',
      lists.map(({ name }) => [name, { type: 'string' }]),
    ),
  ]
}

const operator = (
  name: string,
  description: string,
  members: readonly (readonly [name: string, schema: object])[],
): string[] =>
  members.length === 0
    ? []
    : [
        `${name}:`,
        '  type: object',
        `  description: ${JSON.stringify(description)}`,
        '  properties:',
        ...members.map(([member, schema]) => `    ${JSON.stringify(member)}: ${jsonLine(schema)}`),
        '  additionalProperties: false',
      ]

/** How to count and add up: with the fields there are, so that a model can copy the examples. */
const groupLines = (fields: readonly DraftField[]): string[] => {
  const number = fields.find(({ schema }) => schema['type'] === 'number' || schema['type'] === 'integer')
  const date = fields.find(({ schema }) => schema['format'] === 'date' || schema['format'] === 'date-time')
  const plain = fields.find(({ isList }) => !isList)
  const results = {
    ...(number !== undefined && { total: { $sum: number.name } }),
    count: { $count: true },
  }
  const by = [plain?.name ?? 'createdAt', { month: { $month: date?.name ?? 'createdAt' } }]
  const group = `Returns groups instead of records: by a field, by a part of a date ($year, $month, $day), or by the entries of a list ($each), such as ${JSON.stringify(by)}.`
  const aggregate = `What to count ($count) or make of a field ($sum, $avg, $min, $max) in each group, or in all if group is left out, such as ${JSON.stringify(results)}.`
  return [
    'group:',
    '  type: array',
    `  description: ${JSON.stringify(group)}`,
    'aggregate:',
    '  type: object',
    `  description: ${JSON.stringify(aggregate)}`,
  ]
}

const sortable = (fields: readonly DraftField[]): string[] => [
  ...fields.filter(({ isList }) => !isList).map(({ name }) => name),
  'createdAt',
  'updatedAt',
]

const whereText = (fields: readonly DraftField[]): string => {
  const example = JSON.stringify({ [fields[0]?.name ?? 'id']: { $exists: true } })
  const names = [...fields.map(({ name }) => name), 'createdAt', 'updatedAt'].join(', ')
  return `Conditions by field, such as ${example}. Fields: ${names}. Leave out to list all.`
}
