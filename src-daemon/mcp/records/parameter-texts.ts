import { isRecord } from '../../platform/is-record.ts'
import type { ToolDefinition } from './definitions.ts'

/** What a tool says of its parameters, as a model reads it, the nested ones too: `filter.date`. */
export const parameterTexts = ({
  inputSchema,
}: ToolDefinition): readonly { readonly path: string; readonly text: string }[] => {
  const found: { path: string; text: string }[] = []
  const walk = (schema: unknown, path: string): void => {
    if (!isRecord(schema)) return
    const { properties, items, description } = schema
    if (path !== '' && typeof description === 'string' && description !== '')
      found.push({ path, text: description })
    if (isRecord(properties))
      for (const [name, child] of Object.entries(properties))
        walk(child, path === '' ? name : `${path}.${name}`)
    walk(items, `${path}[]`)
  }
  walk(inputSchema, '')
  return found
}
