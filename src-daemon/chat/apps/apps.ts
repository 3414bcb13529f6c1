import { counterpartOf } from '../../platform/told-secrets.ts'
import { appFrameAddress } from '../../contract/app-frame.ts'
import type { AppPart, AppPlace, AppResult, AppView } from '../../contract/apps.ts'
import type { Conversation, Message, ToolPart } from '../../contract/chat.ts'
import type { ResourceReading } from '../../contract/server-offers.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import { OWNER, serverToolRef } from '../../capabilities/index.ts'
import type { CapabilitiesService } from '../../capabilities/types.ts'
import type { OfferedServer, OfferedTool, ServersService } from '../../mcp/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { flowOf } from '../core/turn-flow.ts'
import { appAnswerOf, appResultOf } from './app-result.ts'
import { createAppAsks, type AppAsks } from './asks.ts'

/**
 * The interfaces of servers in conversations (MCP Apps, SEP-1865). What one asks for is third party's, whatever the owner clicked in
 * it, and goes through the approvals and flow rules of the conversation that it is in. Errors of all: `app_unknown`.
 */
export interface AppsService {
  /** What one is shown with, from what was kept: its server isn't asked. */
  open(place: AppPlace): AppView
  /** Calls a tool of its own server. Errors: `app_asks_too_much`, `app_stopped`; a refused or failed call is a result. */
  call(input: AppPlace & { tool: string; arguments: Readonly<Record<string, unknown>> }): Promise<AppResult>
  /** Reads a resource of its own server. Errors: those of `call` and of `readResource` in `mcp/`. */
  readResource(input: AppPlace & { resource: string }): Promise<ResourceReading>
  /** Says something in the conversation, in its server's name, once the owner let it. Errors: `conversation_busy`. */
  message(input: AppPlace & { text: string }): { turnId: string }
  /** It isn't shown any more: what it asked for ends. */
  close(place: AppPlace): void
}

export interface AppsDeps {
  /** Errors: `message_not_found`. */
  readonly message: (id: string) => Message
  readonly conversation: (id: string) => Pick<Conversation, 'approvals'>
  readonly capabilities: Pick<CapabilitiesService, 'invoke'>
  readonly servers: Pick<ServersService, 'offered' | 'isOff' | 'keptApp' | 'readResource'>
  readonly say: (input: { conversationId: string; text: string; server: string; capability: string }) => {
    turnId: string
  }
  readonly now: () => Date
}

/** A call that an interface makes belongs to that whose result it shows, and is asked about beside it. */
const callIdOfApp = (callId: string): string => `${callId}-app`

/** An interface, and what it shows. */
interface Shown {
  readonly message: Message
  readonly part: ToolPart
  readonly app: AppPart
  /** Null if it isn't used any more. */
  readonly server: OfferedServer | null
}

export const createApps = (deps: AppsDeps): AppsService => {
  const { capabilities, servers } = deps
  const asking = new Map<string, AppAsks>()

  const shownAt = ({ messageId, callId }: AppPlace): Shown => {
    const message = deps.message(messageId)
    const part = message.parts.find((one) => one.type === 'tool' && one.callId === callId)
    if (part?.type !== 'tool' || part.app === undefined) throw new SatchelError('app_unknown')
    const { app } = part
    const server = servers.offered().find(({ uri }) => uri === app.server) ?? null
    return { message, part, app, server }
  }

  const toolOf = ({ server }: Shown, name: string): OfferedTool | null => {
    const known = server === null ? [] : [...server.tools, ...server.appTools]
    const found = known.find((tool) => tool.name === name)
    return found === undefined || server === null || servers.isOff(server.uri, name) ? null : found
  }

  const asksOf = ({ messageId, callId }: AppPlace, { app }: Shown): AppAsks => {
    const key = `${messageId} ${callId}`
    const known = asking.get(key) ?? createAppAsks(app.server, () => deps.now().getTime())
    asking.set(key, known)
    return known
  }

  const close: AppsService['close'] = ({ messageId, callId }) => {
    const key = `${messageId} ${callId}`
    asking.get(key)?.close()
    asking.delete(key)
  }

  const open: AppsService['open'] = (place) => {
    const shown = shownAt(place)
    const { part, app } = shown
    const tool = toolOf(shown, part.tool)
    const kept = app.sha256 === null ? null : servers.keptApp(app.server, app.sha256)
    const state = app.sha256 === null ? 'failed' : tool === null ? 'off' : kept === null ? 'expired' : 'ready'
    return {
      state,
      server: app.server,
      askId: callIdOfApp(place.callId),
      tool: {
        name: part.tool,
        title: tool?.title ?? null,
        inputSchema: { type: 'object', ...tool?.inputSchema },
      },
      problem: app.problem,
      html: state === 'ready' ? (kept?.app.html ?? null) : null,
      frame: appFrameAddress(kept?.origins ?? { connect: [], resource: [] }),
      refused: [...(kept?.refused ?? [])],
      input: part.arguments,
      result: part.status === 'running' ? null : appResultOf({ ...part, meta: app.meta }),
    }
  }

  const call: AppsService['call'] = async ({ tool: name, arguments: args, ...place }) => {
    const shown = shownAt(place)
    const { message, app, server } = shown
    const tool = toolOf(shown, name)
    if (server === null || tool === null)
      return { content: [{ type: 'text', text: `There is no tool ${name.slice(0, 100)}.` }], isError: true }
    const result = await asksOf(place, shown).run(
      (signal) => invoke(serverToolRef(server, tool), args, { message, app, callId: place.callId, signal }),
      ({ x_decision: decision }) =>
        decision?.kind === 'denied' || (decision?.kind === 'refused' && decision.reason === 'timed_out'),
    )
    return appAnswerOf(result)
  }

  /** As the model's calls are made, but nothing of it is the owner's word, and all that it takes along is from outside. */
  const invoke = (
    ref: CapabilityRef,
    args: Readonly<Record<string, unknown>>,
    at: {
      readonly message: Message
      readonly app: AppPart
      readonly callId: string
      readonly signal: AbortSignal
    },
  ) => {
    const { conversationId, turnId } = at.message
    const of = counterpartOf(ref.capability_id)
    const read = { of, asked: [], output: null, keepers: [of] }
    const none = () => []
    return capabilities.invoke(ref, args, {
      caller: 'internal',
      principal: OWNER,
      app: at.app.server,
      turn: { conversationId, turnId, callId: callIdOfApp(at.callId) },
      idempotencyKey: newId(),
      signal: at.signal,
      ...(deps.conversation(conversationId).approvals === 'everything' && { asksOwner: true }),
      flow: flowOf('', { foreign: () => [read], own: none, kept: none, extracted: none }),
      readBefore: () => [
        { title: at.app.server, tool: at.app.resource, what: null, foreign: true, earlier: false },
      ],
      tellsRead: true,
    })
  }

  return {
    open,
    call,
    readResource: ({ resource, ...place }) => {
      const shown = shownAt(place)
      return asksOf(place, shown).run(
        (signal) => servers.readResource({ uri: shown.app.server, resource }, { signal }),
        () => false,
      )
    },
    message: ({ text, ...place }) => {
      const { message, app, part } = shownAt(place)
      const capability = part.ref.capability_id.split('/')[0] ?? ''
      return deps.say({ conversationId: message.conversationId, text, server: app.server, capability })
    },
    close,
  }
}
