import type { ContactProblem, DiscoveredAgent } from '../../contract/agent-contacts.ts'
import type { VerifiedDescription } from '../../contract/agent-descriptions.ts'
import { readStrictJson, serviceEndpoint } from '../../identity/index.ts'
import type { DidResolver } from '../../identity/types.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { cutText } from '../../platform/cut-text.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { LeftOut } from '../../platform/lenient.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { AccessTokens } from '../calling/access-tokens.ts'
import type { AgentProtocol, Asking, KeptReading } from '../contacts/protocol.ts'
import { originsOf } from '../core/origin.ts'
import { CARD_SERVICES } from '../core/service-types.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import { CARD_PATHS, fetchCard } from './card/fetch-card.ts'
import { isCard, readCard, type ReadCard } from './card/read-card.ts'
import { CALL_LIMITS, type CallLimits } from './client/limits.ts'
import { operationsOf, skillTargetSchema, usableInterface } from './card/operations.ts'

export interface A2aDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly dids: Pick<DidResolver, 'key' | 'resolve'>
  /** `host` or `host:port` where http is accepted. */
  readonly developmentHosts: () => readonly string[]
  readonly now: () => Date
  /** Null: none are kept. */
  readonly tokens?: AccessTokens | null | undefined
  /** Null: agents can't call us back. */
  readonly callbacks?: Pick<Callbacks, 'watch' | 'forget' | 'stop'> | null | undefined
  readonly limits?: CallLimits | undefined
  readonly log: { warn(data: object, message: string): void }
}

const MAX_NAME = 200
const MAX_DESCRIPTION = 4000
const MAX_WARNINGS = 100
/** Ways to sign in that a signed request is: with one of our DIDs. */
const BY_DID = /^(didwba|signature)$/i

/** A2A: agents that have a card, and skills that take messages. */
export const createA2aProtocol = (deps: A2aDeps): AgentProtocol => {
  const {
    guard,
    dids,
    developmentHosts,
    now,
    log,
    tokens = null,
    callbacks = null,
    limits = CALL_LIMITS,
  } = deps
  /** The first of these addresses that has a card. */
  const find = async (urls: readonly string[], { signer }: Asking): ReturnType<AgentProtocol['discover']> => {
    const problems: { place: string; code: string }[] = []
    for (const url of urls) {
      try {
        const fetched = await fetchCard(url, signer, deps)
        const agent = 'text' in fetched ? agentAt(url, fetched.text) : null
        if (agent !== null) return { agents: [agent], problems: [] }
      } catch (thrown) {
        const error = toSatchelError(thrown)
        if (error.code === 'internal') throw thrown
        problems.push({ place: url, code: error.code })
      }
    }
    return { agents: [], problems }
  }

  return {
    name: 'a2a',
    discover: async (address, asking) => {
      if (address.kind === 'url') return find([address.url], asking)
      if (address.kind === 'domain')
        return find(
          originsOf(address.host, developmentHosts()).flatMap((origin) =>
            CARD_PATHS.map((path) => origin + path),
          ),
          asking,
        )
      const { document } = await dids.resolve(address.did)
      const url = serviceEndpoint(document, CARD_SERVICES)
      return url === null ? { agents: [], problems: [] } : find([url.href], asking)
    },
    read: async (url, { signer }) => {
      const { host } = new URL(url)
      const fetched = await fetchCard(url, signer, deps)
      if ('status' in fetched) throw unusable(url, `HTTP ${String(fetched.status)}`)
      const read = readCard(fetched.text)
      if ('unreadable' in read) throw unusable(url, read.unreadable)
      const { verifyCard } = await import('./card/verify-card.ts')
      return readingOf(read, host, await verifyCard(read, host, { guard, dids }), now())
    },
    call: async (agent, operation, input, call) => {
      const target = skillTargetSchema.parse(operation.how)
      const { callSkill } = await import('./client/call-skill.ts')
      const name = agent.did ?? new URL(target.url).host
      const asDid = call.signer?.did ?? null
      const watch = callbacks?.watch({ agent: agent.id, operation: operation.id, target, asDid }) ?? null
      return callSkill({ guard, now, tokens, limits, watch, log }, { target, name, input, call })
    },
    forget: (id) => callbacks?.forget(id),
    stop: (id, reason) => callbacks?.stop(id, reason),
  }
}

const unusable = (url: string, problem: string): SatchelError =>
  new SatchelError('agent_document_unusable', { params: { url, problem }, details: { url, problem } })

const agentAt = (url: string, text: string): DiscoveredAgent | null => {
  const parsed = readStrictJson(text)
  if (!parsed.ok || !isCard(parsed.value) || !isRecord(parsed.value)) return null
  const { name } = parsed.value
  return {
    protocol: 'a2a',
    url,
    name: typeof name === 'string' ? cutText(name.toWellFormed(), MAX_NAME) : null,
    contact: null,
  }
}

type Verdict = Pick<KeptReading, 'verdict' | 'reasons' | 'did' | 'keyId' | 'keyDigest' | 'digest'>

const readingOf = (
  { card, leftOut }: ReadCard,
  host: string,
  { verdict, reasons, did, keyId, keyDigest, digest }: Verdict,
  now: Date,
): KeptReading => {
  const { operations, problems } = operationsOf(card)
  return {
    name: cutText(card.name, MAX_NAME),
    description: cutText(card.description, MAX_DESCRIPTION),
    owner: card.provider === null ? null : cutText(card.provider, MAX_NAME),
    did,
    domain: host,
    verdict,
    reasons,
    warnings: [...leftOut.flatMap(warningOf), ...endpointElsewhere(card, host)].slice(0, MAX_WARNINGS),
    version: card.version === null ? null : cutText(card.version, MAX_NAME),
    modified: null,
    keyId,
    keyDigest,
    digest,
    readAt: now.toISOString(),
    images: card.iconUrl === null ? [] : [{ url: card.iconUrl, caption: null }],
    operations,
    products: [],
    servers: [],
    ...(card.threads === null ? {} : { threads: card.threads }),
    problems: [...problems, ...leftOut.flatMap(problemOf), ...unmet(card)].slice(0, MAX_WARNINGS),
  }
}

const ofSkill = ({ place }: LeftOut): boolean => /^skills\[\d+\]$/.test(place)

const problemOf = (one: LeftOut): ContactProblem[] =>
  ofSkill(one) ? [{ place: one.place, code: 'operation_unreadable', detail: one.at }] : []

const warningOf = (one: LeftOut): VerifiedDescription['warnings'][number][] =>
  ofSkill(one) ? [] : [{ place: one.place, code: one.reason === 'missing' ? 'missing' : 'left_out' }]

/** What the owner writes goes to another host than the one whose word the card is. */
const endpointElsewhere = (
  card: ReadCard['card'],
  host: string,
): VerifiedDescription['warnings'][number][] => {
  const target = usableInterface(card)
  if (target === null || new URL(target.url).host === host) return []
  return [{ place: target.url, code: 'endpoint_elsewhere' }]
}

/** What the agent wants from callers and we don't have. */
const unmet = ({ security, requiredExtensions }: ReadCard['card']): ContactProblem[] => {
  const isMet = security.some((all) => all.every(({ scheme }) => BY_DID.test(schemeOf(scheme))))
  const kinds = security.map((all) => all.map(({ name }) => name).join(' + '))
  return [
    ...(security.length === 0 || isMet
      ? []
      : [{ place: 'securitySchemes', code: 'sign_in_unknown' as const, detail: kinds.join(', ') }]),
    ...requiredExtensions.map((uri) => ({
      place: 'capabilities.extensions',
      code: 'extension_unknown' as const,
      detail: uri,
    })),
  ]
}

/** The word of an HTTP scheme, in the notation of either generation; empty for another kind. */
const schemeOf = (scheme: Readonly<Record<string, unknown>>): string => {
  const http = scheme['type'] === 'http' ? scheme : scheme['httpAuthSecurityScheme']
  const word = isRecord(http) ? http['scheme'] : undefined
  return typeof word === 'string' ? word : ''
}
