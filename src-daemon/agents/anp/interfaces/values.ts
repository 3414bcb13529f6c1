import { isRecord } from '../../../platform/is-record.ts'

/** A text, also from a number; empty if it is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** A text, or null if there is none. */
export const textOrNull = (value: unknown): string | null => textOf(value).trim() || null

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const recordsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  listOf(value).filter(isRecord)

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** The first address in a list of servers, with the defaults of its variables. */
export const serverUrl = (servers: unknown): string | null => {
  const [server] = recordsOf(servers)
  const written = textOrNull(server?.['url'])
  if (server === undefined || written === null) return null
  const variables = recordOf(server['variables'])
  return written.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? textOf(recordOf(variables[name])['default']) || whole : whole,
  )
}
