import { z } from 'zod'
import type { DiscoveredAgent, Discovery } from '../../contract/agent-contacts.ts'
import type { DidResolver } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { sendSigned, type SendSignedDeps } from '../calling/send-signed.ts'
import type { AgentAddress, Asking } from '../contacts/protocol.ts'
import { originsOf } from '../core/origin.ts'
import { memberOf, readDescription, type JsonObject } from '../descriptions/read-description.ts'
import { listOf, recordsOf, textOrNull } from './interfaces/values.ts'

export interface DiscoverDeps extends SendSignedDeps {
  readonly dids: Pick<DidResolver, 'resolve'>
  readonly developmentHosts: () => readonly string[]
}

type Found = Pick<Discovery, 'agents' | 'problems'>

const PATH = '/.well-known/agent-descriptions'
const MAX_PAGES = 100
const MAX_AGENTS = 10_000
const MAX_BYTES = 1024 * 1024

/**
 * Finds agents (anp.md 3): the pages of a domain's collection, at its own origin; the services of a DID document; or the description at
 * an address, which may also be such a collection. A page that can't be read ends the search with a problem.
 */
export const discoverAgents = async (
  deps: DiscoverDeps,
  address: AgentAddress,
  asking: Asking,
): Promise<Found> => {
  switch (address.kind) {
    case 'did':
      return inDocument(deps, address.did)
    case 'domain':
      return atHost(deps, address.host, asking)
    case 'url':
      return inCollection(deps, address.url, asking)
  }
}

const serviceSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]),
  serviceEndpoint: z.union([z.string(), z.object({ uri: z.string() }).transform(({ uri }) => uri)]),
})

const inDocument = async ({ dids }: DiscoverDeps, did: string): Promise<Found> => {
  const { document } = await dids.resolve(did, { fresh: true })
  const agents = listOf(document['service']).flatMap((one) => {
    const service = serviceSchema.safeParse(one).data
    const isNamed = [service?.type]
      .flat()
      .some((type) => type === 'AgentDescription' || type === 'ad:AgentDescription')
    return service !== undefined && isNamed ? agentAt(service.serviceEndpoint, did, null) : []
  })
  return { agents: agents.slice(0, MAX_AGENTS), problems: [] }
}

/** At the first of its origins that answers. If none does, what is wrong with the first says most. */
const atHost = async (deps: DiscoverDeps, host: string, asking: Asking): Promise<Found> => {
  const [first, ...others] = originsOf(host, deps.developmentHosts())
  try {
    return await inCollection(deps, first + PATH, asking)
  } catch (thrown) {
    for (const origin of others) {
      try {
        return await inCollection(deps, origin + PATH, asking)
      } catch (again) {
        // Nothing of it is lost: the error of the first origin is the caller's, as the host was meant so.
        if (!(again instanceof SatchelError) || again.code === 'internal') throw again
      }
    }
    throw thrown
  }
}

const inCollection = async (deps: DiscoverDeps, start: string, asking: Asking): Promise<Found> => {
  const agents = new Map<string, DiscoveredAgent>()
  const problems: Found['problems'] = []
  const seen = new Set<string>()
  const { origin } = new URL(start)
  let next: string | null = start
  while (next !== null) {
    const page: string = next
    next = null
    if (seen.has(page)) problems.push({ place: page, code: 'loop' })
    else if (seen.size >= MAX_PAGES) problems.push({ place: page, code: 'too_many_pages' })
    else {
      seen.add(page)
      const read = await pageAt(deps, page, asking, seen.size === 1)
      if ('code' in read) {
        problems.push({ place: page, code: read.code })
        continue
      }
      for (const agent of agentsOn(read.json, page)) {
        if (agents.size < MAX_AGENTS) agents.set(agent.url, agent)
      }
      const following = nextOf(read.json, page)
      if (following !== null && new URL(following).origin !== origin)
        problems.push({ place: following, code: 'other_origin' })
      else next = following
    }
  }
  return { agents: [...agents.values()], problems }
}

/** What makes the first page unreadable makes all of them so: its error is the caller's. */
const pageAt = async (
  deps: DiscoverDeps,
  url: string,
  { signer, signal }: Asking,
  isFirst: boolean,
): Promise<{ readonly json: JsonObject } | { readonly code: string }> => {
  const policy = { kind: 'package_host', hosts: [new URL(url).host], maxBytes: MAX_BYTES } as const
  try {
    const response = await sendSigned(deps, { method: 'GET', url, signer, policy, signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { code: `status_${String(response.status)}` }
    }
    const read = readDescription(await response.text())
    return 'unreadable' in read ? { code: read.unreadable } : { json: read.json }
  } catch (thrown) {
    if (isFirst || !(thrown instanceof SatchelError)) throw thrown
    return { code: thrown.code }
  }
}

/** The agents of a collection; a description is one agent itself, and other JSON is none. */
const agentsOn = (json: JsonObject, page: string): readonly DiscoveredAgent[] => {
  const items = memberOf(json, 'items')
  if (Array.isArray(items))
    return recordsOf(items).flatMap((item) => {
      const written = textOrNull(item['@id']) ?? textOrNull(memberOf(item, 'url')) ?? textOrNull(item['id'])
      return written === null ? [] : agentAt(written, page, textOrNull(memberOf(item, 'name')))
    })
  return isDescription(json) ? agentAt(page, page, textOrNull(memberOf(json, 'name'))) : []
}

const isDescription = (json: JsonObject): boolean => {
  const kinds = [json['@type'], json['type']].flat().map((one) => String(one).replace(/^ad:/, ''))
  return (
    kinds.includes('AgentDescription') ||
    json['protocolType'] === 'ANP' ||
    (Array.isArray(memberOf(json, 'interfaces')) && !('protocolVersion' in json && 'skills' in json))
  )
}

const nextOf = (json: JsonObject, page: string): string | null => {
  const written = memberOf(json, 'next')
  const text = textOrNull(isRecord(written) ? written['@id'] : written)
  return text !== null && URL.canParse(text, page) ? new URL(text, page).href : null
}

const agentAt = (written: string, base: string, name: string | null): readonly DiscoveredAgent[] => {
  if (!URL.canParse(written, base)) return []
  const url = new URL(written, base)
  return url.protocol === 'https:' || url.protocol === 'http:'
    ? [{ protocol: 'anp', url: url.href, name: name?.slice(0, 256) ?? null, contact: null }]
    : []
}
