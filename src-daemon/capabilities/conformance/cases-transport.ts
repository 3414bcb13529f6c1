import { isRecord } from '../../platform/is-record.ts'
import { BREAK_TEXT, FAILURE_TEXT } from './reference-tools.ts'
import { inapplicable, must, short, skipped, type Case, type Probe } from './case.ts'

/** Fields that say how something is reached. */
const TRANSPORT_FIELDS: ReadonlySet<string> = new Set([
  'args',
  'command',
  'cwd',
  'endpoint',
  'env',
  'headers',
  'host',
  'hostname',
  'port',
  'server',
  'server_name',
  'socket',
  'transport',
  'url',
])
const IN_A_NAME = /:\/\/|^[a-z]+:(?:\/|~|[A-Za-z]:\\)|(?:localhost|\d+\.\d+\.\d+\.\d+)|:\d{2,5}(?:\/|$)/i
/** A version may have four numbers, as an address has. */
const IN_A_VERSION = /:\/\/|localhost|:\d{2,5}(?:\/|$)/i
/** Addresses, hosts with ports, absolute paths, lines of a stack. */
const IN_AN_ERROR: readonly (readonly [string, RegExp])[] = [
  ['an address', /\b(?:https?|wss?|file|unix):\/\/\S+/i],
  ['a host and its port', /(?:\blocalhost|\d+\.\d+\.\d+\.\d+|[a-z0-9-]+\.[a-z]{2,}|\]):\d{2,5}\b/i],
  [
    'a path',
    /(?<![\w.~-])(?:\/(?:home|Users|root|tmp|private|var|etc|usr|opt|mnt|srv|proc)\/\S|[A-Za-z]:\\\S|~\/\S)/,
  ],
  ['a line of a stack', /\n\s+at \S|\bat [\w.<>]+ \([^)]*:\d+:\d+\)/],
]

/** A tool's own message doesn't reveal how it is reached. */
const withoutWordsOfTools = (text: string): string =>
  [FAILURE_TEXT, BREAK_TEXT].reduce((rest, words) => rest.replaceAll(words, ''), text)

/** T: nothing that comes out says how a capability is reached. */
export const transportCases: readonly Case[] = [
  must('T1', 'manifests have no fields of the transport', ({ manifests }) =>
    manifests.flatMap((manifest) =>
      Object.entries(manifest).flatMap(([name, value]) => {
        if (TRANSPORT_FIELDS.has(name)) return [`${manifest.capability_id}: ${name}`]
        if (!name.startsWith('x_')) return []
        if (TRANSPORT_FIELDS.has(name.slice(2))) return [`${manifest.capability_id}: ${name}`]
        return fieldsIn(value).map((inner) => `${manifest.capability_id}: ${name}/${inner}`)
      }),
    ),
  ),
  must('T2', 'ids and versions hold no address, path, host or port', ({ manifests }) =>
    manifests.flatMap(({ capability_id: id, version }) => [
      ...(IN_A_NAME.test(id) ? [short(id)] : []),
      ...(IN_A_VERSION.test(version) ? [short(version)] : []),
    ]),
  ),
  must('T3', 'errors hold no address, port, absolute path or line of a stack', ({ seen }) => {
    const errors = seen.flatMap(({ from, value }) =>
      isRecord(value) && isRecord(value['error'])
        ? [value['error']]
        : from === 'describe' && isError(value)
          ? [value]
          : [],
    )
    return [
      ...new Set(
        errors.flatMap((error) =>
          textsIn(error)
            .map(withoutWordsOfTools)
            .flatMap((text) =>
              IN_AN_ERROR.filter(([, pattern]) => pattern.test(text)).map(
                ([what]) => `${what} in ${short(text)}`,
              ),
            ),
        ),
      ),
    ]
  }),
  must('T4', 'what the source says is hidden stands nowhere in what comes out', ({ exercises, seen }) => {
    const { hidden } = exercises
    if (hidden.length === 0) return skipped('no exercise in "hidden"')
    const all = seen.map(({ from, value }) => ({ from, text: textsIn(value).join('\u0000') }))
    return hidden.flatMap((secret, index) =>
      all
        .filter(({ text }) => text.includes(secret))
        .slice(0, 1)
        .map(({ from }) => `text ${String(index + 1)} of "hidden" came out of ${from}`),
    )
  }),
  must(
    'T5',
    'the same tools over stdio and over HTTP have the same manifests',
    ({ exercises, manifests }) => {
      const { stdio, http } = exercises.mcp
      if (stdio === undefined || http === undefined)
        return manifests.some(({ capability_id: id }) => id.startsWith('mcp:'))
          ? skipped('the reference server is not connected over both')
          : inapplicable('no tool of a server is listed')
      const one = manifestsOf(manifests, stdio)
      const other = manifestsOf(manifests, http)
      const names = [...new Set([...one.keys(), ...other.keys()])]
      return names
        .filter((name) => one.get(name) !== other.get(name))
        .map((name) => `${name} is described differently`)
    },
  ),
]

const manifestsOf = (manifests: Probe['manifests'], source: string): ReadonlyMap<string, string> =>
  new Map(
    manifests
      .filter(({ capability_id: id }) => id.startsWith(`${source}/`))
      .map((manifest) => {
        const tool = manifest.capability_id.slice(source.length + 1)
        const own = Object.entries(manifest).filter(([name]) => !name.startsWith('x_'))
        return [tool, JSON.stringify({ ...Object.fromEntries(own), capability_id: tool })]
      }),
  )

const isError = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value['code'] === 'string' && !('capability_id' in value)

const fieldsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(TRANSPORT_FIELDS.has(name) ? [name] : []),
    ...fieldsIn(inner),
  ])
}

/** Every text in a value, names of fields too. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isRecord(value)) return value === null || value === undefined ? [] : [JSON.stringify(value)]
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}
