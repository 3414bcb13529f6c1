import type { ImportedServer } from '../../../../contract/server-import.ts'

/** A server in the form of an expectation file: absent fields are left out. */
export const summaryOf = ({
  name,
  uri,
  definition,
  problem,
  secrets,
  notes,
  placeholders = [],
  timeoutSeconds,
}: ImportedServer): Readonly<Record<string, unknown>> => {
  const entries: [string, unknown][] = [
    ['name', name],
    ['uri', uri],
    ...(definition?.kind === 'command'
      ? ([
          ['run', [definition.command, ...definition.args]],
          ['env', definition.env],
          ['cwd', definition.cwd],
        ] satisfies [string, unknown][])
      : []),
    ...(definition?.kind === 'url'
      ? ([
          ['url', definition.url],
          ['headers', definition.headers],
        ] satisfies [string, unknown][])
      : []),
    ['problem', problem],
    ['secrets', Object.fromEntries(secrets.map((one) => [one.name, one.value ?? { asked: one.hint }]))],
    ['notes', notes.map(({ code, what }) => (what === '' ? code : `${code}: ${what}`))],
    ['placeholders', placeholders],
    ['timeoutSeconds', timeoutSeconds ?? null],
  ]
  return Object.fromEntries(
    entries.filter(
      ([, value]) => value !== null && (typeof value !== 'object' || Object.keys(value).length > 0),
    ),
  )
}
