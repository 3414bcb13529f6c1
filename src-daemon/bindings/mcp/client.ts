import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Client, ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { appVersion } from '../../platform/app.ts'
import type { SessionTimes } from './session.ts'

/** What a server said has changed: one of its lists, or the resource of this address. */
export type SessionNotice =
  | { readonly kind: 'tools' | 'resources' | 'prompts' }
  | { readonly kind: 'resource'; readonly resource: string }

const MAX_PAGES = 16
/** Questions one call may ask, one after the other. */
const MAX_ROUNDS = 10
/** Milliseconds in which several changes of a list are one. */
const QUIET_MS = 500

type Library = typeof ClientLibrary

/** A client that offers a server the person alone, during a call: no files, no model. Results are data, checked by size. */
export const createClient = (
  library: Library,
  deps: {
    readonly times: Pick<SessionTimes, 'probeMs'>
    readonly ask: (params: ElicitRequestParams) => Promise<ElicitResult>
    readonly told: (notice: SessionNotice) => void
  },
): Client => {
  const { times, ask, told } = deps
  const listOf = (kind: 'tools' | 'resources' | 'prompts') => ({
    autoRefresh: false,
    debounceMs: QUIET_MS,
    onChanged: () => {
      told({ kind })
    },
  })
  const client = new library.Client(
    { name: 'satchel', version: appVersion },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      inputRequired: { maxRounds: MAX_ROUNDS },
      listChanged: { tools: listOf('tools'), resources: listOf('resources'), prompts: listOf('prompts') },
      listMaxPages: MAX_PAGES,
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: times.probeMs } },
      // Compiling a schema of the server's would run its patterns, which can be made to hang.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  )
  client.setRequestHandler('elicitation/create', ({ params }) => ask(params))
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    told({ kind: 'resource', resource: params.uri })
  })
  return client
}
