/** The `{{name}}` of prompts. */

const VARIABLE = /\{\{\s*([\p{L}\p{N}_](?:[\p{L}\p{N}_ -]{0,58}[\p{L}\p{N}_])?)\s*\}\}/gu

/** The names in a text, in order, each once. */
export const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? '')),
]

/** The text with its variables filled in; one without a value stays as written. A value is not read again. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : written,
  )
