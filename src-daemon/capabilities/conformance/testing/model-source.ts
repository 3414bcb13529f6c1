import { isRecord } from '../../../platform/is-record.ts'
import { versionOf } from '../../sources/mcp-manifest.ts'
import { createSchemaChecker } from '../../../schemas/index.ts'
import { createReferenceServer } from '../reference-server.ts'
import { type Manifest, type Result } from '../shapes.ts'
import type { CapAdapter } from '../types.ts'
import type { ExercisesInput } from '../../../contract/conformance.ts'
import type { Ref } from '../case.ts'

/**
 * A source that keeps every rule, written independently of ours, with hooks to break one. Each hook takes what the source would do and
 * returns what it does instead.
 */
export interface Mutation {
  /** What there is, before anything looks at it. `life`: 0, or how often it was restarted. */
  readonly manifests?: (manifests: readonly Manifest[], life: number) => readonly Record<string, unknown>[]
  /** What `list` returns, for the nth time. */
  readonly list?: (manifests: readonly unknown[], nth: number) => unknown
  readonly describe?: (found: unknown, id: string, version: string) => unknown
  readonly invoke?: (result: Result, ref: Ref, input: unknown) => unknown
  /** Rules of `invoke` that are left out. */
  readonly without?: readonly Rule[]
}
type Rule =
  | 'input check'
  | 'input before run'
  | 'input before permission'
  | 'permission'
  | 'permission before run'
  | 'output check'
  | 'wrapping'
  | 'deadline'
  | 'dropping'
  | 'pins'

const SLOW_MS = 60
/** Represents everything that reveals how the source is reached. */
export const HIDDEN = 'secret-transport-text'

const object = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const manifest = (capability_id: string, extra: Partial<Manifest> = {}): Manifest => ({
  capability_id,
  version: '1.0.0',
  kind: 'tool',
  name: capability_id,
  description: '',
  input_schema: object,
  output_schema: { type: 'object' },
  prompt_template: null,
  resources: null,
  required_permissions: null,
  ...extra,
})
const skill: Partial<Manifest> = {
  kind: 'skill',
  input_schema: {
    type: 'object',
    properties: { task: { type: 'string' }, vars: { type: 'object' } },
    required: ['task'],
  },
  output_schema: {
    type: 'object',
    properties: { text: { type: 'string' }, artifacts: { type: 'array' } },
    required: ['text'],
  },
  prompt_template: 'Write well.',
  resources: [],
  required_permissions: [],
}
const OWN: readonly Manifest[] = [
  manifest('acp:demo', skill),
  manifest('acp:demo/echo', { output_schema: object }),
  manifest('acp:demo/number', {
    output_schema: { type: 'object', properties: { value: { type: 'number' } }, required: ['value'] },
  }),
  manifest('acp:demo/denied'),
  manifest('acp:demo/fails'),
  manifest('acp:demo/lies', { output_schema: object }),
  manifest('acp:demo/slow'),
  manifest('skill:demo/writer', {
    ...skill,
    version: '2.0.0+0123456789ab',
    resources: [{ uri: 'skill://demo/writer/style.md' }],
  }),
]

export const MODEL_EXERCISES: ExercisesInput = {
  good: [{ capability_id: 'acp:demo/echo', input: { text: 'x' }, output: { text: 'x' } }],
  denied: [{ capability_id: 'acp:demo/denied', input: { text: 'x' } }],
  failing: [{ capability_id: 'acp:demo/fails', input: { text: 'x' } }],
  violating: [{ capability_id: 'acp:demo/lies', input: { text: 'x' } }],
  wrapped: [{ capability_id: 'acp:demo/number', input: { text: 'x' }, value: 7 }],
  slow: [{ capability_id: 'acp:demo/slow', input: { text: 'x' }, settlesMs: SLOW_MS }],
  skills: [{ capability_id: 'skill:demo/writer', input: { task: 'a letter' } }],
  hidden: [HIDDEN],
}

/** Compiling schemas takes longer than all the rest. */
const schemas = createSchemaChecker()

export const createModelSource = (mutation: Mutation = {}, connected: readonly string[] = []): CapAdapter => {
  const { without = [] } = mutation
  const keeps = (rule: Rule): boolean => !without.includes(rule)
  const servers = new Map(connected.map((name) => [name, createReferenceServer()]))
  let life = 0
  let lists = 0
  let runs = 0
  let results = 0
  let known: readonly Record<string, unknown>[] | null = null

  const ask = async (source: string, method: string, params: unknown): Promise<Record<string, unknown>> => {
    const reply = await servers.get(source)?.handle({ jsonrpc: '2.0', id: 1, method, params })
    if (reply === 'forbidden') throw failure('PERMISSION_DENIED')
    if (!isRecord(reply)) throw failure('EXECUTION_FAILED')
    const { result, error } = reply.message as Record<string, unknown>
    if (error !== undefined || !isRecord(result) || result['isError'] === true)
      throw failure('EXECUTION_FAILED')
    return result
  }

  const offered = async (source: string): Promise<Manifest[]> => {
    const { tools } = await ask(source, 'tools/list', {})
    return (tools as Parameters<typeof versionOf>[1][]).map((tool) =>
      manifest(`${source}/${tool.name}`, {
        version: versionOf('1.2.3', tool),
        name: tool.title ?? tool.name,
        description: tool.description ?? '',
        input_schema: tool.inputSchema,
        output_schema: tool.outputSchema ?? null,
      }),
    )
  }

  /** Its definition when it was accepted. */
  const all = async (): Promise<readonly Record<string, unknown>[]> => {
    if (known !== null) return known
    const found = [...OWN, ...(await Promise.all(connected.map(offered))).flat()]
    known = mutation.manifests?.(found, life) ?? found
    return known
  }

  /** `givenUp`: the slow tool is never quicker than its deadline, however busy the machine is. */
  const run = async (ref: Ref, input: Record<string, unknown>, givenUp: Promise<void>): Promise<unknown> => {
    runs += 1
    const [source = '', tool = ''] = ref.capability_id.split('/')
    if (servers.has(source)) {
      const now = (await offered(source)).find(({ capability_id: id }) => id === ref.capability_id)
      if (keeps('pins') && now?.version !== ref.version) throw failure('PERMISSION_DENIED')
      const { structuredContent, content } = await ask(source, 'tools/call', { name: tool, arguments: input })
      return structuredContent ?? { content }
    }
    switch (ref.capability_id) {
      case 'acp:demo/number':
        return 7
      case 'acp:demo/lies':
        return { text: 7 }
      case 'acp:demo/fails':
        throw failure('EXECUTION_FAILED')
      case 'acp:demo/slow':
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
        await givenUp
        return { done: true }
      default:
        return { text: typeof input['text'] === 'string' ? input['text'] : 'a letter' }
    }
  }

  const attempt = async (ref: Ref, input: unknown, deadlineMs: number | null): Promise<unknown> => {
    const found = (await all()).find(
      (one) => one['capability_id'] === ref.capability_id && one['version'] === ref.version,
    ) as Manifest | undefined
    if (found === undefined) throw failure('NOT_FOUND')
    const isDenied = ref.capability_id === 'acp:demo/denied' && keeps('permission')
    const isFit = isRecord(input) && (await schemas.check(found.input_schema, input)).length === 0
    if (isDenied && !keeps('input before permission')) throw failure('PERMISSION_DENIED')
    if (!isFit && !keeps('input before run')) runs += 1
    if (!isFit && keeps('input check')) throw failure('INVALID_INPUT')
    if (isDenied && !keeps('permission before run')) runs += 1
    if (isDenied) throw failure('PERMISSION_DENIED')
    const hasDeadline = deadlineMs !== null && keeps('deadline')
    let giveUp = (): void => undefined
    const givenUp = new Promise<void>((resolve) => {
      giveUp = resolve
    })
    if (!hasDeadline) giveUp()
    const ran = run(ref, isRecord(input) ? input : {}, givenUp)
    const output = await (hasDeadline ? before(ran, deadlineMs, giveUp) : ran)
    if (!isRecord(output)) return keeps('wrapping') ? { value: output } : { result: output }
    if (
      keeps('output check') &&
      found.output_schema !== null &&
      (await schemas.check(found.output_schema, output)).length > 0
    )
      throw failure('EXECUTION_FAILED', { reason: 'output_schema_violation' })
    return output
  }

  const before = <T>(work: Promise<T>, deadlineMs: number, giveUp: () => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(failure('TIMEOUT'))
        giveUp()
        const late = (): void => {
          results += 1
        }
        if (!keeps('dropping')) work.then(late, late)
      }, deadlineMs)
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer)
      })
    })

  return {
    list: async () => {
      const found = await all()
      lists += 1
      return mutation.list === undefined ? found : mutation.list(found, lists)
    },
    describe: async (id, version) => {
      const found = (await all()).find((one) => one['capability_id'] === id && one['version'] === version)
      const answer = found ?? failure('NOT_FOUND').error
      return mutation.describe === undefined ? answer : mutation.describe(answer, id, version)
    },
    invoke: async (ref, input, { deadlineMs }) => {
      const result = await attempt(ref, input, deadlineMs).then(
        (output): Result => ({ ok: true, output: output as Result['output'], error: null, duration_ms: 1 }),
        (thrown: unknown): Result => ({
          ok: false,
          output: null,
          error: (thrown as Failure).error,
          duration_ms: 1,
        }),
      )
      results += 1
      return mutation.invoke === undefined ? result : mutation.invoke(result, ref, input)
    },
    restart: () => {
      life += 1
      known = null
      return Promise.resolve()
    },
    counts: () => Promise.resolve({ runs, results }),
  }
}

interface Failure extends Error {
  readonly error: NonNullable<Result['error']>
}

const failure = (code: NonNullable<Result['error']>['code'], details?: Record<string, unknown>): Failure =>
  Object.assign(new Error(code), {
    error: { code, message: 'It did not work.', ...(details && { details }) },
  })
