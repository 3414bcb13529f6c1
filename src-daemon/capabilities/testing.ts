import { SatchelError } from '../platform/errors.ts'
import { createToldSecrets } from '../platform/told-secrets.ts'
import { createCapabilities, type CapabilitiesDeps } from './capabilities.ts'
import type { CapabilitySource } from './core/types.ts'
import { createAcpSource, type AcpSourceDeps } from './sources/acp-source.ts'
import type { CapabilitiesService } from './types.ts'

const refuse = (what: string) => () => Promise.reject(new Error(`a test without ${what} was asked for it`))

const noServers: AcpSourceDeps['servers'] = {
  reaches: () => false,
  facts: () => null,
  isOff: () => false,
  call: ({ serverUri }) => Promise.reject(new SatchelError('server_unknown', { params: { uri: serverUri } })),
  onOffer: () => () => undefined,
}

/** Packages as a source, whose tools by default reach nothing beyond the owner's state; `given` changes that. */
export const plainAcpSource = (
  given: Pick<AcpSourceDeps, 'packages' | 'state' | 'authorizations'> & Partial<AcpSourceDeps>,
): CapabilitySource =>
  createAcpSource({
    runHttp: refuse('a network'),
    runners: { wasm: refuse('modules'), nuwa_a2a: refuse('other agents') },
    servers: noServers,
    runSkill: refuse('conversations'),
    language: () => 'en',
    ...given,
  })

/** The capabilities of `sources`, in English, with no model that servers could ask. */
export const plainCapabilities = (
  given: Pick<CapabilitiesDeps, 'sources' | 'db'> & Partial<CapabilitiesDeps>,
): CapabilitiesService =>
  createCapabilities({
    now: () => new Date(),
    language: () => 'en',
    log: { error: () => undefined },
    askModel: refuse('a model'),
    told: createToldSecrets(),
    unlocks: { through: (work) => work() },
    ...given,
  })
