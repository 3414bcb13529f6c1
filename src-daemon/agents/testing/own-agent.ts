import type { AgentEndpoint } from '../../contract/settings.ts'
import { keychainInMemory, type IdentityHome } from '../../identity/keys/testing.ts'
import { originOf, webOriginOf } from '../called/endpoint.ts'
import type { AgentsDeps } from '../called/agents.ts'
import { createDescriptions } from '../descriptions/service.ts'
import { createOwnDids } from '../did-wba/own-dids.ts'
import type { OfferableTool } from '../offer/operations.ts'
import { createOffer } from '../offer/service.ts'
import { servedFiles } from '../offer/served-files.ts'
import { openTestEndpoint, TOOL } from './endpoint.ts'

export const OFFERED: OfferableTool = {
  ...TOOL,
  inputSchema: {
    type: 'object',
    properties: { value: { type: 'number' }, unit: { $ref: '#/$defs/unit' } },
    required: ['value'],
    $defs: { unit: { enum: ['m', 'ft'] } },
  },
  outputSchema: null,
}

/** A whole agent with an own did:wba of its endpoint's host, keys, an own description, and eyes for those of others. */
export const openOwnAgent = async (
  home: IdentityHome,
  more: Partial<AgentsDeps> & {
    readonly endpoint?: Partial<AgentEndpoint>
    readonly reaches?: () => readonly string[]
    readonly path?: readonly string[]
    readonly tools?: readonly OfferableTool[]
  } = {},
) => {
  const { path = [], tools = [OFFERED], ...rest } = more
  const identity = await home.ready(keychainInMemory().keychain)
  const db = home.database()
  const now = () => new Date()
  const ownDids = createOwnDids({ db, identity, now })
  const offer = createOffer({
    db,
    ownDids,
    tools: () => tools,
    places: (host) => {
      const { agentEndpoint, developmentHosts } = opened.settings.get()
      return { web: webOriginOf(agentEndpoint, { host, developmentHosts }), calls: originOf(agentEndpoint) }
    },
    isOpen: () => true,
    now,
  })
  const opened = await openTestEndpoint({
    offer,
    files: () => servedFiles(ownDids, offer),
    ownDids: () => ownDids.list().map(({ did }) => did),
    ...rest,
    db,
  })
  const { did } = await ownDids.create({ host: `localhost:${String(opened.port)}`, path: [...path] })
  const { guard, dids } = opened
  return {
    ...opened,
    did,
    ownDids,
    offer,
    origin: originOf(opened.settings.get().agentEndpoint),
    signer: () => ownDids.signer(did, { purpose: 'test', requester: 'test' }),
    descriptions: createDescriptions({ db, guard, dids, now }),
  }
}
