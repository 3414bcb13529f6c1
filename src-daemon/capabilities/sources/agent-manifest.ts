import canonicalize from 'canonicalize'
import type { ApprovedAgent, CallableOperation } from '../../agents/index.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { Effect } from '../../contract/approvals.ts'
import { deepWellFormed } from '../../platform/lenient.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { uncheckedIn } from './unchecked.ts'

/** The name of an agent as a source: `anp:hotel`, the first part of its capabilities' ids. */
export const agentSourceOf = ({ protocol, id }: Pick<ApprovedAgent, 'protocol' | 'id'>): string =>
  `${protocol}:${id}`

/** Of what is asked about: a purchase pays, what wants a person's word acts as them, the rest is like a server's tool. */
export const effectOfOperation = ({ kind, asksAlways, how }: CallableOperation): Effect => {
  if (kind === 'purchase') return 'payment'
  if (asksAlways) return 'agent'
  return how['method'] === 'GET' ? 'network_read' : 'network_write'
}

/** An agent's operation as CAP describes it (cap.md 5, anp.md 4): each definition is a version. */
export const agentManifest = (agent: ApprovedAgent, operation: CallableOperation): CapabilityManifest => {
  const { id, title, description, input, output, kind } = operation
  const definition = deepWellFormed({ id, title, description, input, output, kind, how: operation.how })
  const hash = sha256Hex(canonicalize(definition) ?? '').slice(0, 12)
  const unchecked = [...uncheckedIn('input_schema', input), ...uncheckedIn('output_schema', output)]
  return {
    capability_id: `${agentSourceOf(agent)}/${id}`,
    version: `${plainVersion(agent.reading.version)}+${hash}`,
    kind: 'tool',
    name: title,
    description,
    input_schema: input,
    output_schema: output,
    prompt_template: null,
    resources: null,
    required_permissions: ['service'],
    x_effect: effectOfOperation(operation),
    ...(unchecked.length > 0 && { x_unchecked: unchecked }),
  }
}

const plainVersion = (version: string | null): string =>
  (version ?? '')
    .trim()
    .replaceAll(/[^A-Za-z0-9.~_-]+/gu, '-')
    .slice(0, 64) || '0.0.0'
