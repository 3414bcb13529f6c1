import {
  callbackOrigin,
  createA2aProtocol,
  createAccessTokens,
  createAnpProtocol,
  createCallbacks,
  createContacts,
  createDescriptions,
  createOwnDids,
  resolveHandle,
} from '../agents/index.ts'
import { fetchText } from '../network/index.ts'
import { createPayments } from '../payments/index.ts'
import { createThreads } from '../threads/index.ts'
import { createWallets } from '../wallets/index.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'
import { payerOf } from './payer.ts'
import type { Owner } from './owner.ts'

export type OtherAgents = ReturnType<typeof wireOtherAgents>

/** Who the owner is to other agents, and the agents they know, whatever those speak. */
export const wireOtherAgents = (
  { input, db, identity, guard, dids, now }: Ground,
  { settings, state, didAuth, language }: Owner,
  stack: AsyncDisposableStack,
) => {
  const agentDids = createOwnDids({ db, identity, now })
  const agentDescriptions = createDescriptions({ db, guard, dids, now })
  const speaking = {
    guard,
    now,
    dids,
    tokens: createAccessTokens(),
    developmentHosts: () => settings.get().developmentHosts,
  }
  const anp = createAnpProtocol({ ...speaking, descriptions: agentDescriptions })
  const agentCallbacks = closedBy(
    stack,
    createCallbacks({
      db,
      guard,
      didAuth,
      originFor: (hostname) => callbackOrigin(settings.get().agentEndpoint, hostname),
      agentOf: (id) => {
        const found = agentContacts.approved().find((agent) => agent.id === id)
        return found?.stopped === null ? { did: found.reading.did } : null
      },
      signer: (did, host) =>
        agentDids.signer(did, { purpose: `agent-request ${host}`, requester: 'callback' }),
      now,
      log: input.log,
    }),
  )
  const a2a = createA2aProtocol({ ...speaking, callbacks: agentCallbacks, log: input.log })
  const agentContacts = createContacts({
    db,
    protocols: [anp, a2a],
    resolveHandle: (handle) => resolveHandle({ guard, dids }, handle),
    identities: agentDids,
    told: input.told,
    guard,
    now,
  })
  const loadForm = (url: string): Promise<string> =>
    fetchText(guard, url, { accept: 'application/json', maxBytes: 256 * 1024 })
  const wallets = createWallets({ db, identity, guard, now, language })
  const payments = closedBy(stack, createPayments({ db, state, wallets, now, language, log: input.log }))
  let labelOf = (_did: string): string | null => null
  const threads = closedBy(
    stack,
    createThreads({
      db,
      guard,
      tokens: speaking.tokens,
      agentOf: (contact) => {
        const found = agentContacts.approved().find(({ id }) => id === contact)
        if (found === undefined) return null
        const { id, as, stopped, reading } = found
        return { id, as, did: reading.did, threads: stopped === null ? (reading.threads ?? null) : null }
      },
      nameOf: (did) => {
        const found = agentContacts.approved().find(({ reading }) => reading.did === did)
        return found === undefined
          ? labelOf(did)
          : found.label || labelOf(did) || found.reading.name || found.id
      },
      signer: (did, host) => agentDids.signer(did, { purpose: `agent-request ${host}`, requester: 'thread' }),
      payer: (did) => payerOf(did, { identity, agentDids }),
      told: (did) => input.told.of(`thread:${did}`),
      loadForm,
      wallets,
      payments,
      now,
      language,
      log: input.log,
    }),
  )
  return {
    threads,
    wallets,
    payments,
    /** The text of a form that an agent has at another address. */
    loadForm,
    /** Sets where the owner's names for agents that call are looked up, because their endpoint is made later. */
    nameCallers: (given: typeof labelOf) => {
      labelOf = given
    },
    agentDids,
    agentDescriptions,
    agentContacts,
    agentCallbacks,
  }
}
