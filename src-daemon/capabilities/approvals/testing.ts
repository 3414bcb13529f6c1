import { OWNER } from '../core/principal.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmitter } from '../../platform/emitter.ts'
import { openDatabase } from '../../storage/index.ts'
import type { CapabilitySource, InvokeContext } from '../core/types.ts'
import type { CallEffect } from '../core/approvals.ts'
import type { ApprovalAnswer, ApprovalRequest, DecidedBy } from '../../contract/approvals.ts'
import type { CapabilityManifest, InvokeResult } from '../../contract/capabilities.ts'
import { plainCapabilities } from '../testing.ts'

export const TURN = { conversationId: 'c1', turnId: 't1', callId: 'k1' } as const
export const IN_TURN: InvokeContext = { caller: 'internal', principal: OWNER, turn: TURN }

const EFFECTS: Readonly<Record<string, Pick<CallEffect, 'effect' | 'always'>>> = {
  fetch: { effect: 'network_read', always: false },
  look: { effect: 'network_read', always: false },
  send: { effect: 'network_write', always: false },
  agent: { effect: 'agent', always: false },
  pay: { effect: 'payment', always: false },
  purge: { effect: 'own_state', always: true },
  note: { effect: 'own_state', always: false },
}

const manifestOf = (name: string): CapabilityManifest => ({
  capability_id: `acp:web/${name}`,
  version: '1.0.0',
  kind: 'tool',
  name,
  description: name,
  input_schema: {
    type: 'object',
    properties: { url: { type: 'string' }, token: { type: 'string', writeOnly: true }, body: {} },
  },
  output_schema: { type: 'object' },
  prompt_template: null,
  resources: null,
  required_permissions: [],
  x_effect: EFFECTS[name]?.effect ?? 'none',
})

const placeOf = ({ at }: Readonly<Record<string, unknown>>): string =>
  typeof at === 'string' ? at : 'api.example.org'

/** A source whose tools record their arguments, and that a test can change like an update. */
const createSource = () => {
  const runs: { name: string; input: unknown; signal: AbortSignal }[] = []
  const { listen: onChange, emit } = createEmitter()
  const now = { owner: 'package-1', schema: 'schema-1', granted: true }
  let answer: (input: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>> = () =>
    Promise.resolve({ done: true })
  const manifests = Object.keys(EFFECTS).map(manifestOf)
  const nameOf = (id: string): string => id.slice('acp:web/'.length)
  const source: CapabilitySource = {
    list: () => manifests,
    describe: (id, version) =>
      manifests.find((one) => one.capability_id === id && one.version === version) ?? null,
    permission: () => (now.granted ? null : 'it was switched off'),
    definition: ({ capability_id: id }) =>
      id === 'acp:web' || Object.hasOwn(EFFECTS, nameOf(id))
        ? {
            title: 'Web',
            origin: { kind: 'author', name: 'did:key:zAuthor' },
            tool: nameOf(id),
            owner: now.owner,
            hash: `${now.owner} ${now.schema} ${id}`,
          }
        : null,
    effect: ({ capability_id: id }, input) => ({
      ...(EFFECTS[nameOf(id)] ?? { effect: 'none', always: false }),
      target: nameOf(id) === 'note' ? null : placeOf(input),
      sentence: `Web: ${nameOf(id)}`,
    }),
    onChange,
    run: async ({ capability_id: id }, input, { signal, hide }) => {
      runs.push({ name: nameOf(id), input, signal })
      hide('s3cret-header')
      return { output: await answer(input), changes: [] }
    },
  }
  return {
    source,
    runs,
    /** Changes the source as an update or switching off does. */
    change: (what: Partial<typeof now>): void => {
      Object.assign(now, what)
      emit()
    },
    /** The same without emitting an event. */
    changeSilently: (what: Partial<typeof now>): void => {
      Object.assign(now, what)
    },
    answers: (next: typeof answer): void => {
      answer = next
    },
  }
}

/** A data directory that can be opened more than once, as after a crash. */
export const openFloor = (options: { waitMs?: number } = {}) => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-approvals-'))
  const clock = { now: new Date('2026-03-01T12:00:00.000Z') }

  const open = () => {
    const db = openDatabase({ path: join(directory, 'state.db') })
    const made = createSource()
    const service = plainCapabilities({
      sources: [made.source],
      db,
      now: () => clock.now,
      ...(options.waitMs === undefined ? {} : { approvalWaitMs: options.waitMs }),
    })
    const call = (name: string, input: unknown, context: InvokeContext = IN_TURN): Promise<InvokeResult> =>
      service.invoke({ capability_id: `acp:web/${name}`, version: '1.0.0' }, input, context)
    const waiting = (at = 0): ApprovalRequest => {
      const request = service.approvals.pending().at(at)
      if (request === undefined) throw new Error('nothing waits')
      return request
    }
    return { ...made, db, service, call, waiting }
  }
  return {
    clock,
    open,
    remove: () => {
      rmSync(directory, { recursive: true })
    },
  }
}
export type Floor = ReturnType<ReturnType<typeof openFloor>['open']>

type Allow = Partial<Extract<ApprovalAnswer['answer'], { decision: 'allow' }>>

/** A person who answers the waiting requests. */
export const personAt = (floor: () => Floor) => {
  const answerTo = (
    request: ApprovalRequest,
    allow: Allow | null,
    more: Partial<ApprovalAnswer & { by: DecidedBy }> = {},
  ): void => {
    floor().service.approvals.answer({
      id: request.id,
      argumentsSha256: request.argumentsSha256,
      answer:
        allow === null
          ? { decision: 'deny' }
          : { decision: 'allow', scope: 'call', pattern: null, until: 'once', ...allow },
      by: 'renderer',
      ...more,
    })
  }

  /** Calls, answers what waits, and gives the result. */
  const allowed = async (name: string, input: unknown, allow: Allow | null, context = IN_TURN) => {
    const result = floor().call(name, input, context)
    answerTo(floor().waiting(-1), allow)
    return result
  }

  /** Whether the very same call would be run without asking. */
  const runsUnasked = async (name: string, input: unknown, context = IN_TURN): Promise<boolean> => {
    const controller = new AbortController()
    const result = floor().call(name, input, { ...context, signal: controller.signal })
    const asked = floor().service.approvals.pending().length > 0
    controller.abort()
    await result
    return !asked
  }

  const newest = () => floor().service.log.list({ limit: 1 }).records[0]

  return { answerTo, allowed, runsUnasked, newest }
}
