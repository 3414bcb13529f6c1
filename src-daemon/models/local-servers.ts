import type { LocalServer } from '../contract/models.ts'
import type { ModelEndpoint, Settings } from '../contract/settings.ts'
import type { NetworkGuard } from '../network/index.ts'
import { isOfAnotherPerson } from '../platform/listener.ts'
import { ENDPOINT_PRESETS, type EndpointPreset } from './endpoint/presets.ts'
import { discoverOpenAi } from './openai/discovery.ts'

/** How long a server on this computer has to answer: someone waits for what is found. */
const TIMEOUT_MS = 2000

/** An endpoint made from a preset. */
export const endpointOf = ({
  id,
  name,
  protocol,
  baseUrl,
}: Pick<ModelEndpoint, 'id' | 'name' | 'protocol' | 'baseUrl'>): ModelEndpoint => ({
  ...{ id, name, protocol, baseUrl },
  ...{ contextWindow: null, tools: 'auto', vision: false, models: [] },
})

/**
 * The well-known model servers that run on this computer, not as another person's, and aren't set up yet, with how many chat models each lists. They are asked
 * at their usual ports on loopback, without a key. Of two that share a port, the first is named. None where the environment
 * says `SATCHEL_MODEL_SERVERS=off`.
 */
export const findLocalServers = async (deps: {
  readonly guard: NetworkGuard
  readonly settings: { get(): Pick<Settings, 'modelEndpoints'> }
  readonly presets?: readonly EndpointPreset[]
}): Promise<readonly LocalServer[]> => {
  if (process.env['SATCHEL_MODEL_SERVERS'] === 'off') return []
  const known = new Set(deps.settings.get().modelEndpoints.map(({ baseUrl }) => new URL(baseUrl).host))
  const byHost = new Map<string, EndpointPreset>()
  for (const preset of deps.presets ?? ENDPOINT_PRESETS) {
    const { host } = new URL(preset.baseUrl)
    const isOffered = preset.local && !known.has(host) && !byHost.has(host)
    if (isOffered && !isOfAnotherPerson(preset.baseUrl)) byHost.set(host, preset)
  }
  const asked = [...byHost.values()].map(async (preset): Promise<LocalServer[]> => {
    const access = { guard: deps.guard, endpoint: endpointOf(preset), key: () => Promise.resolve(null) }
    try {
      const models = await discoverOpenAi(access, TIMEOUT_MS)
      const chats = models.filter(({ embedding }) => !embedding)
      return chats.length === 0 ? [] : [{ preset: preset.id, name: preset.name, models: chats.length }]
    } catch {
      // Nothing is there, or something else: that's no failure.
      return []
    }
  })
  return (await Promise.all(asked)).flat()
}
