import {
  orderedProduct,
  type AgentContacts,
  type ApprovedAgent,
  type CallableOperation,
} from '../../agents/index.ts'
import type { CallProof } from '../../contract/call-proofs.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import type { DescriptionVerdict } from '../../contract/agent-descriptions.ts'
import type { Language } from '../../contract/language.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { say } from '../../text/index.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import type { CallEffect } from '../core/approvals.ts'
import { InvokeFailure } from '../core/failure.ts'
import { exchange, openContentReader, type ReadContent, type ThreadsService } from '../../threads/index.ts'
import type { CapabilitySource, RunContext } from '../core/types.ts'
import type { Receipts } from './receipts.ts'
import { agentManifest, agentSourceOf, effectOfOperation } from './agent-manifest.ts'

export interface AgentSourceDeps {
  readonly contacts: Pick<AgentContacts, 'approved' | 'call' | 'onChange'>
  readonly receipts: Receipts
  readonly language: () => Language
  readonly now: () => Date
  /** Loads the text of a form at another address. Errors: those of the network guard. */
  readonly loadForm: (url: string) => Promise<string>
  /** Whether the owner declines such requests of an agent beforehand: a contact's id, or a DID. */
  readonly denies: ThreadsService['denies']
  readonly log: { error(data: object, message: string): void }
}

interface Known {
  readonly agent: ApprovedAgent
  readonly operation: CallableOperation
  readonly manifest: CapabilityManifest
}

const ID = /^((?:anp|a2a):[^/]+)(?:\/(.+))?$/
/** Another agent may have to ask its owner. */
const DEADLINE_MS = 3 * 60_000

/**
 * The operations of other agents as a source of capabilities: `anp:<agent>/<operation>`, as the owner approved them. What an agent adds or changes
 * later isn't called until it is approved, as another version.
 */
export const createAgentSource = ({
  contacts,
  receipts,
  language,
  now,
  loadForm,
  denies,
  log,
}: AgentSourceDeps): CapabilitySource => {
  let cache: {
    readonly tools: ReadonlyMap<string, Known>
    readonly agents: ReadonlyMap<string, ApprovedAgent>
  } | null = null
  /** By agent: with thousands of them, a change of one must not make the others anew. */
  let made = new Map<string, readonly Known[]>()
  contacts.onChange(() => {
    cache = null
  })

  const all = (): NonNullable<typeof cache> => {
    if (cache !== null) return cache
    const agents = contacts.approved()
    const kept = new Map<string, readonly Known[]>()
    const tools = new Map<string, Known>()
    for (const agent of agents) {
      const key = `${agentSourceOf(agent)} ${agent.fingerprint}`
      const before = made.get(key)
      const known =
        before?.map((one) => ({ ...one, agent })) ??
        agent.reading.operations.map((operation) => ({
          agent,
          operation,
          manifest: agentManifest(agent, operation),
        }))
      kept.set(key, known)
      for (const one of known) tools.set(one.manifest.capability_id, one)
    }
    made = kept
    return (cache = { tools, agents: new Map(agents.map((agent) => [agentSourceOf(agent), agent])) })
  }

  const find = ({ capability_id: id, version }: CapabilityRef): Known | null => {
    const found = all().tools.get(id)
    return found?.manifest.version === version ? found : null
  }

  const definition: CapabilitySource['definition'] = (ref) => {
    const [, source = '', name] = ID.exec(ref.capability_id) ?? []
    const agent = all().agents.get(source)
    if (agent === undefined) return null
    const owner = ownerOf(agent)
    const about = { title: titleOf(agent), origin: { kind: 'author' as const, name: whoIs(agent) }, owner }
    if (name === undefined) return { ...about, tool: '', hash: owner }
    const found = find(ref)
    return found === null
      ? null
      : { ...about, tool: found.operation.title, hash: jsonSha256({ owner, operation: found.operation }) }
  }

  /** The order was accepted, whatever becomes of its receipt: the answer is in the activity log, too. */
  const kept = (order: Parameters<Receipts['keep']>[0]): ReturnType<Receipts['keep']>[] => {
    try {
      return [receipts.keep(order)]
    } catch (err) {
      log.error({ err, agent: order.agent.id }, 'the receipt of a purchase could not be kept')
      return []
    }
  }

  let reader: Promise<ReadContent> | null = null
  /** Hosts that may be asked for forms of an agent, until the daemon ends. */
  const formHosts = new Map<string, Set<string>>()
  const hostsOf = ({ id }: ApprovedAgent): Set<string> => {
    const hosts = formHosts.get(id) ?? new Set<string>()
    formHosts.set(id, hosts)
    return hosts
  }

  /** An agent that asks back is answered by the person, within the call. */
  const talk = async (
    { agent, operation }: Known,
    input: Record<string, unknown>,
    {
      ask,
      hide,
      send,
      idempotencyKey,
    }: Pick<RunContext, 'ask' | 'hide'> & {
      readonly send: (given: Record<string, unknown>, key: string) => Promise<Record<string, unknown>>
      readonly idempotencyKey: string
    },
  ): Promise<Record<string, unknown>> => {
    reader ??= openContentReader()
    const read = await reader
    const takes = recordOf(operation.input['properties'])
    let sent = 0
    return exchange(input, {
      read,
      ask,
      fetcher: { load: loadForm, agreed: hostsOf(agent) },
      declines: (capability, origin) =>
        denies(agent.id, capability) || (origin !== null && denies(origin, capability)),
      hide,
      now,
      language: language(),
      agent: `a2a:${agent.id}`,
      takes: { data: 'data' in takes, text: 'question' in takes },
      send: (given) => {
        sent += 1
        return send(given, sent === 1 ? idempotencyKey : `${idempotencyKey}-${String(sent)}`)
      },
    })
  }

  const run: CapabilitySource['run'] = async (ref, input, context) => {
    const found = find(ref)
    if (found === null)
      throw new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: ref.capability_id } })
    const { signal, hide, pieces: maskPieces, ask, onProgress, idempotencyKey = newId(), turn } = context
    let pieces = 0
    let proof: CallProof | null = null
    const masked = maskPieces()
    const told = wordsAlone((piece) => {
      pieces += 1
      const message = masked(piece)
      if (message !== '') onProgress?.({ progress: pieces, message })
    })
    /** `key`: of a message of its own; attempts of one have the same. */
    const send = (given: Readonly<Record<string, unknown>>, key: string) =>
      contacts.call(found.agent.id, found.operation, given, {
        idempotencyKey: key,
        signal,
        hide,
        onQuestion: ask,
        onProof: (made) => {
          proof = made
        },
        requester: turn === null ? 'capability' : `turn ${turn.turnId}`,
        onText: told,
      })
    const output = ref.capability_id.startsWith('a2a:')
      ? await talk(found, { ...input }, { ask, hide, send, idempotencyKey })
      : await send(input, idempotencyKey)
    const order = { ...found, input, output, idempotencyKey, proof }
    return { output, changes: found.operation.kind === 'purchase' ? kept(order) : [] }
  }

  return {
    list: () => [...all().tools.values()].map(({ manifest }) => manifest),
    describe: (id, version) => find({ capability_id: id, version })?.manifest ?? null,
    explain: ({ capability_id: id }) => {
      const found = all().tools.get(id)
      return found === undefined
        ? null
        : say(language(), 'tool_is_other_version', { id, version: found.manifest.version })
    },
    permission: (ref) => {
      const { id = '', stopped = null } = find(ref)?.agent ?? {}
      return stopped === null ? null : new SatchelError('agent_stopped', { params: { id, reason: stopped } })
    },
    definition,
    effect: (ref, input) => {
      const found = find(ref)
      return found === null
        ? { effect: 'agent', always: true, target: null, sentence: '' }
        : effectOfCall(found, input, language())
    },
    deadlineMs: () => DEADLINE_MS,
    onChange: contacts.onChange,
    run,
  }
}

/** Tells only what is words: a structured message is shown once it is whole. */
const wordsAlone = (tell: (message: string) => void): ((text: string) => void) => {
  let isStructured = false
  return (text) => {
    isStructured ||= text.trimStart().startsWith('{')
    if (!isStructured) tell(text)
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const titleOf = ({ label, reading }: ApprovedAgent): string => label || reading.name

/** Who is behind an agent as far as it is proved: its DID, else only the host it was read from. */
const whoIs = ({ reading: { verdict, did, domain } }: ApprovedAgent): string =>
  (verdict === 'valid' || verdict === 'valid-legacy') && did !== null ? did : domain

/** Another key, DID or address under the same name is another owner. */
const ownerOf = ({ url, as, reading: { did, keyDigest, verdict } }: ApprovedAgent): string =>
  jsonSha256({ url, as, did, keyDigest, verdict })

const VERDICTS = {
  valid: 'description_verdict_valid',
  'valid-legacy': 'description_verdict_valid_legacy',
  'not-domain-bound': 'description_verdict_not_domain_bound',
  unsigned: 'description_verdict_unsigned',
  unsupported: 'description_verdict_unsupported',
  invalid: 'description_verdict_invalid',
} as const satisfies Record<DescriptionVerdict, string>

const effectOfCall = (
  { agent, operation }: Known,
  input: Readonly<Record<string, unknown>>,
  language: Language,
): CallEffect => {
  const { reading } = agent
  const effect = effectOfOperation(operation)
  const { host } = new URL(operation.interface.url)
  const about = { agent: titleOf(agent), host }
  const whom = {
    ...about,
    did: reading.did ?? '—',
    verdict: say(language, VERDICTS[reading.verdict]).replace(/[.。]$/, ''),
  }
  const said = (): string => {
    if (effect === 'network_read') return say(language, 'effect_agent_reads', about)
    if (effect === 'network_write') return say(language, 'effect_agent_call', about)
    if (effect === 'agent')
      return say(language, 'effect_agent_always', { ...whom, operation: operation.title })
    const product = orderedProduct(reading.products, input)
    const [offer] = product?.offers ?? []
    const amount =
      offer?.price === undefined || offer.price === null
        ? say(language, 'effect_agent_no_amount')
        : `${offer.price} ${offer.currency ?? ''}`.trim()
    const name = product?.name ?? say(language, 'effect_agent_no_product')
    return say(language, 'effect_agent_buys', { ...whom, product: name, amount })
  }
  return { effect, always: operation.asksAlways, target: host, sentence: said() }
}
