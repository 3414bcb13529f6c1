import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Client, ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { appVersion } from '../../platform/app.ts'
import type { SamplingParams, SamplingResult } from './sampling.ts'
import type { ServerLog } from '../transports/server-log.ts'
import { APP_MEDIA_TYPE, UI_EXTENSION } from '../wire/app-resource.ts'
import { noValidator } from './no-validator.ts'
import { createTaskClient, taskCapabilities } from './task-client.ts'

/** A change announced by a server: of one of its lists, or of the resource at this address. */
export type SessionNotice =
  | { readonly kind: 'tools' | 'resources' | 'prompts' }
  | { readonly kind: 'resource'; readonly resource: string }

const MAX_PAGES = 16
/** Questions one call may ask, one after the other. */
const MAX_ROUNDS = 10
/** Milliseconds in which several changes of a list are one. */
const QUIET_MS = 500

type Library = typeof ClientLibrary

/**
 * A client that offers a server questions to the person during a call, the folders it was granted (roots), and, if `sample` is
 * given, the person's model (sampling), also as tasks. Results are data, checked by size.
 */
export const createClient = (
  library: Library,
  deps: {
    /** How long the server may take to show that it speaks the newest protocol. */
    readonly probeMs: number
    readonly log: ServerLog
    /** Null for a server elsewhere, to which folders of this machine mean nothing. */
    readonly roots: readonly string[] | null
    /** `withdrawn` fires when the server does not wait for it any more. */
    readonly ask: (params: ElicitRequestParams, withdrawn: AbortSignal) => Promise<ElicitResult>
    readonly sample: ((params: SamplingParams, withdrawn: AbortSignal) => Promise<SamplingResult>) | null
    /** Null: its changes aren't listened to. */
    readonly onNotice: ((notice: SessionNotice) => void) | null
    /** Fires when the call a question belongs to is over; null while none runs. */
    readonly call: () => AbortSignal | null
  },
): Client => {
  const { probeMs, log, roots, ask, sample, onNotice, call } = deps
  // Of tools at once: no call may run after it as if nothing had changed.
  const listOf = (kind: 'tools' | 'resources' | 'prompts') => ({
    autoRefresh: false,
    debounceMs: kind === 'tools' ? 0 : QUIET_MS,
    onChanged: () => {
      onNotice?.({ kind })
    },
  })
  const client = createTaskClient(library, {
    call,
    info: { name: 'satchel', version: appVersion },
    options: {
      capabilities: {
        elicitation: { form: {}, url: {} },
        ...(roots === null ? {} : { roots: {} }),
        ...(sample === null ? {} : { sampling: {} }),
        tasks: taskCapabilities(sample !== null),
        extensions: { [UI_EXTENSION]: { mimeTypes: [APP_MEDIA_TYPE] } },
      },
      inputRequired: { maxRounds: MAX_ROUNDS },
      ...(onNotice !== null && {
        listChanged: { tools: listOf('tools'), resources: listOf('resources'), prompts: listOf('prompts') },
      }),
      listMaxPages: MAX_PAGES,
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeMs } },
      jsonSchemaValidator: noValidator,
    },
  })
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => ask(params, mcpReq.signal))
  // Roots and sampling are deprecated with the newest protocol, and in use with all of them.
  if (roots !== null)
    client.setRequestHandler('roots/list', () => ({
      roots: roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) })),
    }))
  if (sample !== null)
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      sample(params, mcpReq.signal),
    )
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    onNotice?.({ kind: 'resource', resource: params.uri })
  })
  client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) => {
    const who = logger === undefined ? '' : ` ${logger}`
    log.line(`[${level}]${who}: ${typeof data === 'string' ? data : wordsOf(data)}`)
  })
  return client
}

const wordsOf = (data: unknown): string => {
  try {
    return JSON.stringify(data)
  } catch {
    return '…' // nested deeper than can be written
  }
}
