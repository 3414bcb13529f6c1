/**
 * Every procedure of the API, with hostile values wherever its input takes a text, a number or a list: each is answered with a code
 * that says what is wrong, never with an internal error, and the daemon goes on.
 */
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { appRouter } from '../api/routers/router.ts'
import type { DaemonClient } from '../client/index.ts'
import { isRecord } from '../platform/is-record.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

/** What ends the daemon or opens something on this computer. */
const LEFT_OUT = new Set(['system.stop', 'system.changeEncryption', 'system.openWeb', 'system.signOut'])

const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['names that every object has', '__proto__'],
  ['a method of every object', 'toString'],
  ['SQL and patterns', `'; DROP TABLE changes; --"%_*`],
  ['terminal sequences and direction', 'a\u001b[2J\u202eb\u200b'],
  ['NUL', 'a\u0000b'],
  ['half a character', 'a\ud800'],
  ['a path that climbs', '../../../../etc/passwd'],
  ['an address inside', 'http://169.254.169.254/latest/'],
  ['JSON', '{"__proto__":{"a":1}}'],
  ['nothing', ''],
  ['much', 'x'.repeat(70_000)],
]
const NUMBERS = [-1, 0, Number.MAX_SAFE_INTEGER]

type Schema = Readonly<Record<string, unknown>>

/** A value of a schema's shape, as hostile as it lets it be. */
const valueOf = (schema: unknown, text: string, number: number, root: unknown): unknown => {
  if (!isRecord(schema)) return text
  const { type, properties, items, anyOf, oneOf, allOf, format, $ref: reference } = schema
  if (typeof reference === 'string') return text
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  for (const choices of [anyOf, oneOf, allOf])
    if (Array.isArray(choices)) return valueOf(choices[0], text, number, root)
  if (type === 'object' || isRecord(properties))
    return {
      ...Object.fromEntries(
        Object.entries(isRecord(properties) ? properties : {}).map(([name, inner]) => [
          name,
          valueOf(inner, text, number, root),
        ]),
      ),
      ...(properties === undefined && { [text]: text }),
    }
  if (type === 'array') return [valueOf(items, text, number, root)]
  if (type === 'integer' || type === 'number') return number
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z'
  if (schema['contentEncoding'] === 'base64' || format === 'base64')
    return Buffer.from(text).toString('base64')
  return text
}

/** With each number where it takes one; each input once. */
const inputsOf = ({ input }: Procedure, text: string): readonly unknown[] => {
  if (input === null) return [undefined]
  const all = NUMBERS.map((number) => valueOf(input, text, number, input))
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

interface Procedure {
  readonly path: string
  readonly type: string
  readonly input: Schema | null
}

const procedures = (): readonly Procedure[] =>
  Object.entries(appRouter._def.procedures as Readonly<Record<string, unknown>>).map(([path, procedure]) => {
    const { _def: def } = procedure as { _def: { type: string; inputs: readonly z.ZodType[] } }
    const [input] = def.inputs
    const schema = input === undefined ? null : z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })
    return { path, type: def.type, input: schema }
  })

let home: ReturnType<typeof tempHome>
let daemon: ChildProcess
let client: DaemonClient
beforeAll(async () => {
  home = tempHome()
  const env = { ...home.env, ...NO_KEYCHAIN, LC_ALL: 'en_GB.UTF-8' }
  // Nobody else's registry is asked for such names.
  writeFileSync(home.paths.config, JSON.stringify({ mcpRegistryUrl: 'http://127.0.0.1:9' }))
  daemon = await spawnWithVault(env)
  client = await connectReady(env)
}, 60_000)
afterAll(async () => {
  await client.close()
  daemon.kill('SIGTERM')
  await endOf(daemon)
  home.remove()
})

const call = async ({ path, type }: Procedure, input: unknown): Promise<string> => {
  const verb = type === 'query' ? 'query' : 'mutate'
  const found = [...path.split('.'), verb].reduce<unknown>(
    (at, name) => (at as Readonly<Record<string, unknown>>)[name],
    client.api,
  )
  try {
    await (found as (input: unknown) => Promise<unknown>)(input)
    return 'fine'
  } catch (thrown) {
    if (!(thrown instanceof TRPCClientError)) throw thrown
    return (thrown.data as { satchel?: { code?: string } } | undefined)?.satchel?.code ?? String(thrown)
  }
}

it.each(TEXTS)('each procedure answers with a code: %s', { timeout: 300_000 }, async (_what, text) => {
  const internal: string[] = []
  for (const procedure of procedures()) {
    if (LEFT_OUT.has(procedure.path) || procedure.type === 'subscription') continue
    for (const input of inputsOf(procedure, text)) {
      const code = await call(procedure, input)
      if (!/^[a-z][a-z0-9_]+$/.test(code) || code === 'internal')
        internal.push(`${procedure.path} ${inspect(input).slice(0, 200)}: ${code}`)
    }
    expect(daemon.exitCode).toBeNull()
  }
  expect(internal).toEqual([])
})
