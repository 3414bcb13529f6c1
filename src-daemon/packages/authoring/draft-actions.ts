import type { DraftAction } from '../../contract/drafts.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { Fields } from '../document/fields.ts'
import { costProblem, metaSchemaProblems } from '../document/meta-schema.ts'
import { jsonLine } from './field.ts'

/** Tools that reach outside, as the lines of the YAML list `tools`. */
export const actionTools = (actions: readonly DraftAction[]): string =>
  actions
    .flatMap(({ name, description, parameters }) => [
      '- type: function',
      '  function:',
      `    name: ${JSON.stringify(name)}`,
      `    description: ${JSON.stringify(description.trim() || name)}`,
      `    parameters: ${jsonLine(usableParameters(parameters))}`,
    ])
    .join('\n')

/** How they run, as the lines of the YAML map `tool_bindings`. */
export const actionBindings = (actions: readonly DraftAction[]): string =>
  actions.map(({ name, binding }) => `${JSON.stringify(name)}: ${jsonLine(binding)}`).join('\n')

/** What a package can declare as a tool's input: an object schema without references. */
export const usableParameters = (schema: unknown): Fields => {
  const isUsable =
    isRecord(schema) &&
    schema['type'] === 'object' &&
    !JSON.stringify(schema).includes('Ref"') &&
    !JSON.stringify(schema).includes('"$ref"') &&
    costProblem(schema) === null &&
    metaSchemaProblems(schema).length === 0
  return isUsable ? schema : { type: 'object', properties: {} }
}
