import { inject, provide, type InjectionKey } from 'vue'
import type { AuthorizationInfo } from '../../../../src-daemon/contract/authorizations.ts'
import type { DeviceInfo } from '../../../../src-daemon/contract/devices.ts'
import type { KeyInfo, KeyStoreStatus } from '../../../../src-daemon/contract/identity.ts'
import { useResource, type Resource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'

/** What all parts of the page share: where secrets are stored, the keys, and authorizations. */
export interface IdentityContext {
  readonly status: Resource<{ ownerDid: string; keyStore: KeyStoreStatus }>
  readonly keys: Resource<readonly KeyInfo[]>
  readonly authorizations: Resource<readonly AuthorizationInfo[]>
  readonly devices: Resource<readonly DeviceInfo[]>
  /** Loads all of it again. */
  reload(): Promise<void>
}

/** Injection key; tests provide their own context. */
export const IDENTITY: InjectionKey<IdentityContext> = Symbol('identity')

/** Loads the context, keeps it up to date, and provides it to all parts of the page. The page calls it once. */
export const provideIdentity = (): IdentityContext => {
  const status = useResource(() => api.identity.status.query(), { topics: ['identity'] })
  const keys = useResource<readonly KeyInfo[]>(() => api.identity.keys.query(), { topics: ['identity'] })
  const authorizations = useResource<readonly AuthorizationInfo[]>(
    () => api.identity.authorizations.query(),
    { topics: ['identity', 'packages'] },
  )
  const devices = useResource<readonly DeviceInfo[]>(() => api.state.devices.query(), {
    topics: ['identity', 'state'],
  })
  const reload = async () => {
    await Promise.all([status.reload(), keys.reload(), authorizations.reload(), devices.reload()])
  }
  const context = { status, keys, authorizations, devices, reload }
  provide(IDENTITY, context)
  return context
}

/** The page's context, for one of its parts. */
export const useIdentity = (): IdentityContext => {
  const context = inject(IDENTITY)
  if (context === undefined) throw new Error('a part of the Identity page was used outside of it')
  return context
}
