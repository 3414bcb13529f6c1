import type { NamedSecrets } from '../identity/types.ts'
import { SatchelError, toSatchelError } from '../platform/errors.ts'
import type { SettingsService } from '../settings/types.ts'
import { modelEndpointSchema, type ModelEndpoint, type Settings } from '../contract/settings.ts'
import { staysHere } from './core/places.ts'
import type { ModelEndpoints } from './core/types.ts'
import type { EndpointTest, EndpointView } from '../contract/models.ts'

export interface EndpointsDeps {
  readonly settings: {
    get(): Pick<Settings, 'modelEndpoints'>
    set(change: Pick<Parameters<SettingsService['set']>[0], 'modelEndpoints'>): unknown
  }
  readonly secrets: Pick<NamedSecrets, 'has' | 'set' | 'use' | 'forget'>
  readonly test: (endpoint: ModelEndpoint) => Promise<EndpointTest>
  readonly changed: () => void
}

/** The name under which an endpoint's key is stored. */
const secretOf = (id: string): string => `models/${id}`

/** The user's model servers: their settings, and their keys among the named secrets. */
export const createEndpoints = (
  deps: EndpointsDeps,
): ModelEndpoints & { find(id: string): ModelEndpoint | null; keyOf(id: string): Promise<string | null> } => {
  const { settings, secrets, changed } = deps
  const all = (): readonly ModelEndpoint[] => settings.get().modelEndpoints

  const find = (id: string): ModelEndpoint | null => all().find((endpoint) => endpoint.id === id) ?? null
  const known = (id: string): ModelEndpoint => {
    const found = find(id)
    if (found === null) throw new SatchelError('model_endpoint_unknown', { params: { endpoint: id } })
    return found
  }
  const viewOf = (endpoint: ModelEndpoint): EndpointView => ({
    ...endpoint,
    hasKey: secrets.has(secretOf(endpoint.id)),
    leavesMachine: !staysHere(endpoint.baseUrl),
  })
  const put = (endpoints: readonly ModelEndpoint[]): void => {
    settings.set({ modelEndpoints: [...endpoints] })
    changed()
  }

  return {
    list: () => all().map(viewOf),
    add: (given) => {
      const endpoint = checked(given)
      if (find(endpoint.id) !== null)
        throw new SatchelError('model_endpoint_exists', { params: { endpoint: endpoint.id } })
      // A key of an earlier endpoint with the same id must not be reused.
      secrets.forget(secretOf(endpoint.id))
      put([...all(), endpoint])
      return viewOf(endpoint)
    },
    change: (given) => {
      const endpoint = checked(given)
      const before = known(endpoint.id)
      // It stands in the ids of its models.
      if (before.protocol !== endpoint.protocol)
        throw new SatchelError('invalid_request', { params: { problem: `protocol: ${endpoint.protocol}` } })
      // A key belongs to the server it was given for: it must not follow the address to another one.
      if (new URL(before.baseUrl).origin !== new URL(endpoint.baseUrl).origin)
        secrets.forget(secretOf(endpoint.id))
      put(all().map((one) => (one.id === endpoint.id ? endpoint : one)))
      return viewOf(endpoint)
    },
    remove: (id) => {
      known(id)
      secrets.forget(secretOf(id))
      put(all().filter((one) => one.id !== id))
    },
    setKey: async (id, key) => {
      const { baseUrl } = known(id)
      if (!baseUrl.startsWith('https:') && !staysHere(baseUrl))
        throw new SatchelError('model_key_not_over_http', { params: { host: new URL(baseUrl).host } })
      await secrets.set(secretOf(id), key.trim())
      changed()
    },
    forgetKey: (id) => {
      known(id)
      secrets.forget(secretOf(id))
      changed()
    },
    test: (id) => deps.test(known(id)),
    find,
    keyOf: async (id) => (secrets.has(secretOf(id)) ? secrets.use(secretOf(id)) : null),
  }
}

const checked = (endpoint: ModelEndpoint): ModelEndpoint => {
  const parsed = modelEndpointSchema.safeParse(endpoint)
  if (parsed.success) return parsed.data
  throw toSatchelError(parsed.error)
}
