import { inject, provide, type InjectionKey } from 'vue'
import type { AuthorizationInfo } from '../../../../src-daemon/contract/authorizations.ts'
import type { KeyInfo, KeyStoreStatus } from '../../../../src-daemon/contract/identity.ts'
import { useResource, type Resource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'

/** What every part of the page knows: where the secrets are, the keys, and what was allowed with them. */
export interface IdentityContext {
  readonly status: Resource<{ ownerDid: string; keyStore: KeyStoreStatus }>
  readonly keys: Resource<readonly KeyInfo[]>
  readonly authorizations: Resource<readonly AuthorizationInfo[]>
  /** Asks for all of it again. */
  reload(): Promise<void>
}

/** Under which a part of the page finds it; a test gives its own. */
export const IDENTITY: InjectionKey<IdentityContext> = Symbol('identity')

/** Asks for it, keeps it up to date, and gives it to every part of the page. Called once, by the page. */
export const provideIdentity = (): IdentityContext => {
  const status = useResource(() => api.identity.status.query(), { topics: ['identity'] })
  const keys = useResource<readonly KeyInfo[]>(() => api.identity.keys.query(), { topics: ['identity'] })
  const authorizations = useResource<readonly AuthorizationInfo[]>(
    () => api.identity.authorizations.query(),
    { topics: ['identity', 'packages'] },
  )
  const reload = async () => {
    await Promise.all([status.reload(), keys.reload(), authorizations.reload()])
  }
  const context = { status, keys, authorizations, reload }
  provide(IDENTITY, context)
  return context
}

/** The page's knowledge, for a part of it. */
export const useIdentity = (): IdentityContext => {
  const context = inject(IDENTITY)
  if (context === undefined) throw new Error('a part of the Identity page was used outside of it')
  return context
}
