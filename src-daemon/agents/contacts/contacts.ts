import type { AgentContact, ContactReading } from '../../contract/agent-contacts.ts'
import type { Signer } from '../../identity/types.ts'
import type { NetworkGuard } from '../../network/index.ts'
import type { SecretMask } from '../../platform/redact.ts'
import type { ToldSecrets } from '../../platform/told-secrets.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { Handle } from '../core/handle.ts'
import type { OwnDids } from '../did-wba/own-dids.ts'
import { addressOf } from './address.ts'
import { newContactId } from './contact-id.ts'
import { fetchNamedImage } from './image.ts'
import type { AgentAddress, AgentProtocol, KeptReading } from './protocol.ts'
import { fingerprintOf, reviewOf, stopsCalls } from './review.ts'
import { createContactStore, type ContactRow } from './store.ts'
import type { AgentContacts, ApprovedAgent } from './types.ts'

export interface ContactsDeps {
  readonly db: Database
  /** What other agents speak, the first that knows a document first. */
  readonly protocols: readonly AgentProtocol[]
  /** The DID of a handle that is bound to it. */
  readonly resolveHandle: (handle: Handle) => Promise<string>
  readonly identities: Pick<OwnDids, 'list' | 'signer'>
  readonly guard: Pick<NetworkGuard, 'fetch'>
  /** What is masked in all that an agent says. */
  readonly told: Pick<ToldSecrets, 'of'>
  readonly now: () => Date
}

/** Other agents, kept with what the owner approved of them and what they say now. */
export const createContacts = (deps: ContactsDeps): AgentContacts => {
  const { db, protocols, identities, guard, told, now } = deps
  const store = createContactStore(db)
  const { listen, emit: changed } = createEmitter()
  let approvedAgents: readonly ApprovedAgent[] | null = null

  const put = (row: ContactRow): AgentContact => {
    store.put(row)
    approvedAgents = null
    changed()
    return contactOf(row)
  }

  const known = (id: string): ContactRow => {
    const row = store.get(id)
    if (row === null) throw new SatchelError('contact_unknown', { params: { id }, details: { id } })
    return row
  }

  const signerOf = (did: string | null, host: string, requester: string): Signer | null =>
    did === null ? null : identities.signer(did, { purpose: `agent-request ${host}`, requester })

  const protocolOf = (name: ContactRow['protocol']): AgentProtocol => {
    const found = protocols.find((one) => one.name === name)
    if (found === undefined) throw new SatchelError('internal')
    return found
  }

  const discover: AgentContacts['discover'] = async (written, as) => {
    const named = addressOf(written)
    const address: AgentAddress =
      named.kind === 'handle' ? { kind: 'did', did: await deps.resolveHandle(named.handle) } : named
    const host = address.kind === 'url' ? new URL(address.url).host : written
    const signer = signerOf(as, host, 'owner')
    const found = await Promise.allSettled(protocols.map((one) => one.discover(address, { signer })))
    const read = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const failed = found.find((one) => one.status === 'rejected')
    // An agent needn't speak every protocol: what one can't read counts only where no other reads anything.
    if (read.every(({ agents }) => agents.length === 0) && failed !== undefined) throw failed.reason
    const agents = read.flatMap((one) => one.agents)
    const ids = store.idsByUrl(agents.map(({ url }) => url))
    const problems = agents.length > 0 ? read.filter((one) => one.agents.length > 0) : read
    return {
      address: written,
      agents: agents.map((agent) => ({ ...agent, contact: ids.get(agent.url) ?? null })),
      problems: problems.flatMap((one) => one.problems),
    }
  }

  /** The protocol of a document for which none was named. */
  const detected = async (url: string, signer: Signer | null): Promise<AgentProtocol> => {
    let problem = ''
    for (const protocol of protocols) {
      const { agents, problems } = await protocol.discover({ kind: 'url', url }, { signer })
      if (agents.some((one) => one.url === url)) return protocol
      problem ||= problems[0]?.code ?? ''
    }
    throw new SatchelError('agent_document_unusable', { params: { url, problem }, details: { url, problem } })
  }

  const look: AgentContacts['look'] = async (written, options = {}) => {
    const url = new URL(written).href
    const before = store.byUrl(url)
    const as = options.as === undefined ? (before?.asDid ?? null) : options.as
    const signer = signerOf(as, new URL(url).host, 'owner')
    const name = options.protocol ?? before?.protocol
    const protocol = name === undefined ? await detected(url, signer) : protocolOf(name)
    const read = await protocol.read(url, { signer })
    const at = now().toISOString()
    // Read again: it may have been added, approved or removed meanwhile.
    const row = store.byUrl(url)
    const reading = row === null ? read : withoutTold(read, told.of(`${row.protocol}:${row.id}`))
    if (row !== null) {
      const contact = put({
        ...withReading(row, reading),
        label: options.label ?? row.label,
        asDid: as,
        checkedAt: at,
      })
      if (contact.stopped !== null) protocolOf(row.protocol).stop?.(row.id, contact.stopped)
      return contact
    }
    const label = options.label ?? ''
    return put({
      id: newContactId([label, reading.name, reading.domain], store.isTaken),
      label,
      protocol: protocol.name,
      url,
      asDid: options.as === undefined ? onlyIdentity(identities) : options.as,
      state: 'new',
      approved: null,
      pending: reading,
      addedAt: at,
      approvedAt: null,
      checkedAt: at,
    })
  }

  const approve: AgentContacts['approve'] = ({ id, fingerprint }) => {
    const row = known(id)
    const reading = row.pending ?? row.approved
    if (reading === null || fingerprintOf(reading) !== fingerprint)
      throw new SatchelError('agent_changed_meanwhile', { params: { id }, details: { id } })
    if (row.pending === null) return contactOf(row)
    const refusal = row.approved === null ? null : reviewOf(row.approved, row.pending).refusal
    if (refusal !== null)
      throw new SatchelError('agent_update_refused', {
        params: { id, reason: refusal },
        details: { id, refusal },
      })
    return put({
      ...row,
      state: 'approved',
      approved: row.pending,
      pending: null,
      approvedAt: now().toISOString(),
    })
  }

  const call: AgentContacts['call'] = async (id, operation, input, { requester, onProof, ...given }) => {
    const { asDid, approved, protocol, url, ...row } = known(id)
    const stopped = stoppedOf({ approved, pending: row.pending })
    if (approved === null || stopped !== null)
      throw new SatchelError('agent_stopped', { params: { id, reason: stopped ?? 'not_approved' } })
    const signer = signerOf(asDid, approved.did ?? approved.domain, requester)
    const agent = { id, url, did: approved.did, reading: approved }
    const document = identities.list().find(({ did }) => did === asDid)?.document ?? null
    return protocolOf(protocol).call(agent, operation, input, {
      ...given,
      signer,
      onProof: (proof) => onProof?.({ ...proof, didDocument: document }),
    })
  }

  return {
    discover,
    look,
    update: (id) => look(known(id).url),
    approve,
    list: store.page,
    get: (id) => contactOf(known(id)),
    set: (id, { label, as }) => {
      const row = known(id)
      // An owner who can't sign is told now, and not at the first call.
      if (as !== undefined && as !== null) signerOf(as, row.url, 'owner')
      return put({ ...row, label: label ?? row.label, asDid: as === undefined ? row.asDid : as })
    },
    remove: (id) => {
      const { protocol } = known(id)
      protocolOf(protocol).forget?.(id)
      store.remove(id)
      approvedAgents = null
      changed()
    },
    image: async (id, url) => {
      const { approved, pending } = known(id)
      return fetchNamedImage(guard, url, [approved, pending].flatMap(imagesIn))
    },
    approved: () => (approvedAgents ??= store.approved().flatMap(approvedOf)),
    call,
    onChange: listen,
  }
}

/** Whom calls come from, unless the owner says otherwise: the only identity there is. */
const onlyIdentity = (identities: Pick<OwnDids, 'list'>): string | null => {
  const active = identities.list().filter(({ deactivatedAt }) => deactivatedAt === null)
  return active.length === 1 ? (active[0]?.did ?? null) : null
}

/** The contact with a new reading: nothing waits where it says what was approved. */
const withReading = (row: ContactRow, reading: KeptReading): ContactRow => {
  const { approved } = row
  if (approved === null) return { ...row, pending: reading }
  const isSame = fingerprintOf(approved) === fingerprintOf(reading)
  return { ...row, state: isSame ? 'approved' : 'changed', pending: isSame ? null : reading }
}

const stoppedOf = ({
  approved,
  pending,
}: Pick<ContactRow, 'approved' | 'pending'>): AgentContact['stopped'] => {
  if (approved === null || pending === null) return null
  const { refusal } = reviewOf(approved, pending)
  return stopsCalls(refusal) ? refusal : null
}

const approvedOf = (row: ContactRow): ApprovedAgent[] =>
  row.approved === null
    ? []
    : [
        {
          id: row.id,
          protocol: row.protocol,
          label: row.label,
          url: row.url,
          as: row.asDid,
          reading: row.approved,
          fingerprint: fingerprintOf(row.approved),
          stopped: stoppedOf(row),
        },
      ]

const contactOf = (row: ContactRow): AgentContact => {
  const { id, label, protocol, url, state, asDid, approved, pending } = row
  const shown = approved ?? pending
  if (shown === null) throw new SatchelError('internal')
  return {
    ...{ id, label, protocol, url, state },
    ...{ name: shown.name, did: shown.did, domain: shown.domain, verdict: shown.verdict },
    operations: shown.operations.length,
    products: shown.products.length,
    addedAt: row.addedAt,
    checkedAt: row.checkedAt,
    as: asDid,
    approvedAt: row.approvedAt,
    approved: approved === null ? null : readingOf(approved),
    pending: pending === null ? null : readingOf(pending),
    review: approved === null || pending === null ? null : reviewOf(approved, pending),
    fingerprint: fingerprintOf(pending ?? shown),
    stopped: stoppedOf(row),
  }
}

/** A reading whose words say nothing that the agent was told; what it is called by, and how, stays. */
const withoutTold = (reading: KeptReading, { masked }: SecretMask): KeptReading => {
  const { name, description, owner, version, operations, products, images } = reading
  return {
    ...reading,
    ...masked({ name, description, owner, version, products, images }),
    operations: operations.map((operation) => {
      const { title, description: about, input } = operation
      return { ...operation, ...masked({ title, description: about, input }) }
    }),
  }
}

/** Without what only a protocol reads. */
const readingOf = (reading: KeptReading): ContactReading => ({
  ...reading,
  operations: reading.operations.map(({ how: _, ...operation }) => operation),
})

const imagesIn = (reading: KeptReading | null): readonly string[] =>
  reading === null
    ? []
    : [...reading.images, ...reading.products.flatMap(({ images }) => images)].map(({ url }) => url)
