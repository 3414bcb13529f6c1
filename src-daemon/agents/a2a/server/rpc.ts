import { ReadableStream } from 'node:stream/web'
import { AgentCard, formatSSEEvent } from '@a2a-js/sdk'
import { isLegacyJsonRpcMethod } from '@a2a-js/sdk/compat/v0_3'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { VersionNotSupportedError } from '@a2a-js/sdk/errors'
import { DefaultRequestHandler, JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { TaskState } from '@a2a-js/sdk'
import { readStrictJson } from '../../../identity/index.ts'
import type { NetworkGuard } from '../../../network/index.ts'
import type { Database } from '../../../storage/index.ts'
import { pause } from '../../../platform/abortable.ts'
import { isRecord } from '../../../platform/is-record.ts'
import type { FaceAnswer } from '../../called/faces.ts'
import type { AdmittedCaller, Reception } from '../../called/reception.ts'
import { RPC, writeError } from '../../core/json-rpc.ts'
import { createExecutor, type ExecutorDeps } from './executor.ts'
import { createPushConfigs } from './push/configs.ts'
import { createDeliveries, type DeliveriesDeps } from './push/deliveries.ts'
import { createPushStore } from './push/store.ts'
import { createTaskStore } from './tasks.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A2A over JSON-RPC, in both versions, on the SDK's server. */
export interface A2aRpc {
  /** Answers a message of a caller. `version`: what its `A2A-Version` header says. */
  answer(body: string, caller: AdmittedCaller, version: string | undefined): Promise<FaceAnswer>
  /** Tells agents what they weren't told when the program ended. */
  resume(): void
  /** Ends what is running. */
  close(): void
}

export interface A2aRpcDeps {
  readonly reception: ExecutorDeps['reception'] & Pick<Reception, 'isOpenTo'>
  readonly db: Database
  readonly now: () => Date
  readonly guard: Pick<NetworkGuard, 'check' | 'fetch'>
  /** Called with each attempt to tell an agent of the end of its task. */
  readonly delivered: DeliveriesDeps['delivered']
  readonly pushSigner: DeliveriesDeps['pushSigner']
  readonly log: DeliveriesDeps['log']
  readonly waits?: DeliveriesDeps['waits']
}

const VERSIONS = ['1.0', '0.3']
/** Milliseconds after which a stream says that it is still there. */
const QUIET_MS = 15_000
const EVENTS = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }

export const createA2aRpc = (deps: A2aRpcDeps): A2aRpc => {
  const callers = new WeakMap<ServerCallContext, AdmittedCaller>()
  const executor = createExecutor({
    reception: deps.reception,
    log: deps.log,
    callerOf: (context) => {
      const caller = callers.get(context)
      if (caller === undefined) throw new Error('a message without a caller')
      return caller
    },
  })
  // The SDK asks this card for nothing but what the server can do.
  const card = AgentCard.fromJSON({ capabilities: { streaming: true, pushNotifications: true } })
  const tasks = createTaskStore(deps)
  const configs = createPushConfigs(deps.db)
  const { isOpenTo } = deps.reception
  const deliveries = createDeliveries({ ...deps, configs, tasks, isOpenTo })
  const handler = new DefaultRequestHandler(
    card,
    tasks,
    executor,
    undefined,
    createPushStore({ ...deps, configs, isOpenTo, added: deliveries.tell }),
    deliveries.sender,
    undefined,
    undefined,
    // A message for a running task ends at once, and must not end what runs.
    { keepBusAliveStates: [TaskState.TASK_STATE_WORKING] },
  )
  const newer = new JsonRpcTransportHandler(handler)
  const older = new LegacyJsonRpcTransportHandler(handler)

  return {
    answer: async (body, caller, version) => {
      const json = readStrictJson(body)
      if (!json.ok || !isRecord(json.value))
        return {
          status: 200,
          body: writeError(null, json.ok ? RPC.invalidRequest : RPC.parse, 'no JSON-RPC request'),
        }
      const request = known(json.value)
      const isOlder = isLegacyJsonRpcMethod(request['method'])
      const errorOf = (thrown: unknown): object =>
        isOlder
          ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(thrown)
          : JsonRpcTransportHandler.mapToJSONRPCError(thrown)
      const failed = (thrown: unknown): string =>
        JSON.stringify({ jsonrpc: '2.0', id: idOf(request), error: errorOf(thrown) })
      if (version !== undefined && !VERSIONS.includes(version))
        return { status: 200, body: failed(new VersionNotSupportedError()) }
      const context = new ServerCallContext({
        requestedVersion: isOlder ? '0.3' : '1.0',
        user: { isAuthenticated: true, userName: caller.did },
      })
      callers.set(context, caller)
      const result = await (isOlder ? older : newer).handle(request, context)
      if (!(Symbol.asyncIterator in result)) return { status: 200, body: JSON.stringify(result) }
      return streamed(result, failed)
    },
    resume: deliveries.resume,
    close: () => {
      deliveries.close()
      executor.close()
    },
  }
}

/**
 * Without what we don't know: tenants, and tasks a message refers to, of which the SDK would write unknown ones, which are the
 * caller's own words, to the console.
 */
const known = (request: JsonObject): Record<string, unknown> => {
  if (!isRecord(request['params'])) return request
  const { tenant: _, ...params } = request['params']
  if (!isRecord(params['message'])) return { ...request, params }
  const { referenceTaskIds: _tasks, reference_task_ids: _ids, ...message } = params['message']
  return { ...request, params: { ...params, message } }
}

const idOf = ({ id }: JsonObject): unknown => (typeof id === 'string' || typeof id === 'number' ? id : null)

/**
 * Events as they come, and comments where nothing comes for long, as some connections need. What fails before the first event is an
 * ordinary answer. All events are taken even once the reader is gone: the SDK keeps tasks with them.
 */
const streamed = async (events: AsyncGenerator, failed: (thrown: unknown) => string): Promise<FaceAnswer> => {
  let first: IteratorResult<unknown>
  try {
    first = await events.next()
  } catch (thrown) {
    return { status: 200, body: failed(thrown) }
  }
  async function* texts(): AsyncGenerator<string> {
    try {
      for (let event = first; event.done !== true;) {
        yield formatSSEEvent(event.value)
        const next = events.next()
        while (!(await isSettled(next, QUIET_MS))) yield ': waiting\n\n'
        event = await next
      }
    } catch (thrown) {
      yield `data: ${failed(thrown)}\n\n`
    }
  }
  const [sent, kept] = ReadableStream.from<string>(texts()).tee()
  void drain(kept)
  return { status: 200, headers: EVENTS, body: sent }
}

/** Whether something is there within this time, or has failed. */
const isSettled = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const waiting = new AbortController()
  const settled = work.then(
    () => true,
    () => true,
  )
  const isThere = await Promise.race([settled, pause(ms, waiting.signal).then(() => false)])
  waiting.abort()
  return isThere
}

const drain = async (stream: ReadableStream<string>): Promise<void> => {
  const reader = stream.getReader()
  while (!(await reader.read()).done);
}
