import { isRecord } from '../../platform/is-record.ts'
import { mapSubschemas, parametersOf } from '../../schemas/index.ts'
import type { ToolDefinition } from './definitions.ts'

/** A tool's descriptions of its parameters, as a model reads them, including nested ones: `filter.date`. */
export const parameterTexts = ({
  inputSchema,
}: ToolDefinition): readonly { readonly path: string; readonly text: string }[] => {
  const found = new Map<string, { path: string; text: string }>()
  const walk = (schema: unknown, path: string): void => {
    if (!isRecord(schema)) return
    const { properties, $defs, items, description, ...others } = schema
    if (path !== '' && typeof description === 'string' && description !== '')
      found.set(`${path} ${description}`, { path, text: description })
    // Referenced schemas are named separately.
    for (const [named, at] of [
      [properties, path],
      [$defs, ''],
    ] as const)
      if (isRecord(named))
        for (const [name, child] of Object.entries(named)) walk(child, at === '' ? name : `${at}.${name}`)
    walk(items, `${path}[]`)
    mapSubschemas(others, (inner) => {
      walk(inner, path)
    })
  }
  walk(parametersOf(inputSchema), '')
  return [...found.values()]
}
