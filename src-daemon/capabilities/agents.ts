import type { Delivery, OfferableTool, TaskOutcome } from '../agents/index.ts'
import { ORDER_TOOL, ORDER_VERSION } from './sources/order-source.ts'
import { QUESTION_TOOL, QUESTION_VERSION } from './sources/question-source.ts'
import { isStateTool } from './sources/state-tools.ts'
import { isUiTool } from './sources/ui-tools.ts'
import { OWNER } from './core/principal.ts'
import type { AgentExchange, CapabilitiesService } from './core/types.ts'
import type { CapabilityManifest, InvokeError } from '../contract/capabilities.ts'

/**
 * The tools the owner may open to other agents. State needs an authorization instead, and no other agent may call agents or pay in
 * the owner's name.
 */
export const exposableTools = (capabilities: Pick<CapabilitiesService, 'list'>): readonly OfferableTool[] =>
  capabilities
    .list()
    .filter(isExposable)
    .map(({ capability_id: id, name, description, input_schema, output_schema }) => ({
      id,
      method: id.replace(/^acp:/, ''),
      title: name,
      description,
      inputSchema: input_schema,
      outputSchema: output_schema,
    }))

/** Only tools of installed capabilities: opening a tool refers to its name, and a connected server's tool names aren't pinned. */
const isExposable = ({ capability_id: id, kind, name, x_effect: effect }: CapabilityManifest): boolean =>
  id.startsWith('acp:') &&
  kind === 'tool' &&
  !isStateTool(name) &&
  !isUiTool(name) &&
  !['own_state', 'agent', 'payment'].includes(effect)

/** Tools that only other agents use, which are in no list. */
const OWN_TOOLS: ReadonlyMap<string, string> = new Map([
  [QUESTION_TOOL, QUESTION_VERSION],
  [ORDER_TOOL, ORDER_VERSION],
])

/** Whether an agent can call it with an authorization of the owner's (asm.md 8). */
export const takesAuthorization = (toolId: string): boolean =>
  isStateTool(/^acp:[^/]+\/(.+)$/.exec(toolId)?.[1] ?? '')

/** Runs a tool for another agent, at the installed version. The agent gets a failure's message, but no internals. */
export const invokeForAgent = async (
  capabilities: Pick<CapabilitiesService, 'list' | 'invoke'>,
  call: {
    toolId: string
    params: Readonly<Record<string, unknown>>
    did: string
    authorization?: readonly unknown[] | undefined
    /** Whether the owner is asked first. */
    asksOwner?: boolean
    signal: AbortSignal
    /** Called with what there is of the answer to a question. */
    onText?: ((text: string) => void) | undefined
  },
): Promise<
  | { ok: true; output: Readonly<Record<string, unknown>> }
  | { ok: false; code: InvokeError['code']; message: string }
> => {
  const { toolId, params, did, authorization, asksOwner = false, signal, onText } = call
  const version =
    OWN_TOOLS.get(toolId) ??
    capabilities.list().find(({ capability_id: id }) => id === toolId)?.version ??
    '?'
  const result = await capabilities.invoke({ capability_id: toolId, version }, params, {
    caller: 'internal',
    turn: null,
    principal: { kind: 'agent', did },
    asksOwner,
    ...(authorization !== undefined && { authorization }),
    ...(onText !== undefined && {
      onProgress: ({ message }) => {
        if (message !== undefined) onText(message)
      },
    }),
    signal,
  })
  if (result.ok) return { ok: true, output: result.output ?? {} }
  return {
    ok: false,
    code: result.error?.code ?? 'EXECUTION_FAILED',
    message: result.error?.message ?? '',
  }
}

/** The line about what became of a task of the owner's that no call waited for any more. */
export const noteOfTask = (
  capabilities: Pick<CapabilitiesService, 'list'>,
  { agent, operation, task, host, output, error, ms }: TaskOutcome,
): AgentExchange => {
  const capabilityId = `a2a:${agent}/${operation}`
  return {
    capabilityId,
    version: capabilities.list().find(({ capability_id: id }) => id === capabilityId)?.version ?? '?',
    principal: OWNER,
    decision: { kind: 'free' },
    effect: 'network_read',
    target: host,
    what: { task },
    output,
    error,
    ms,
  }
}

/** The line about an attempt to tell an agent of the end of its task. */
export const noteOfDelivery = ({ did, task, host, error, again, ms }: Delivery): AgentExchange => ({
  capabilityId: 'satchel:push',
  version: '1.0.0',
  principal: { kind: 'agent', did },
  decision: { kind: 'opened', did },
  effect: 'network_write',
  target: host,
  what: { task, again },
  output: error === null ? {} : null,
  error,
  ms,
})
