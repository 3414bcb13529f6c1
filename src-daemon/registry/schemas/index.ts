import type { NetworkGuard } from '../../network/index.ts'
import type { Language } from '../../contract/language.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import type { DidResolver, IdentityService } from '../../identity/types.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { SettingsService } from '../../settings/types.ts'
import { createSchemaResolver } from '../../state/index.ts'
import type { SchemaResolver, StateService } from '../../state/types.ts'
import type { MarketplaceService } from '../client/types.ts'
import { createSourceOpener } from './open-sources.ts'
import { createSchemaServices } from './service.ts'
import { createSchemaSources, type SchemaSources } from './sources.ts'

export interface SchemaRegistryDeps {
  readonly state: StateService
  readonly settings: SettingsService
  readonly packages: Pick<PackagesService, 'authors'>
  readonly identity: Pick<IdentityService, 'isOwn'>
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly dids: Pick<DidResolver, 'resolve'>
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly marketplace: MarketplaceService
  readonly language: () => Language
  /** How long one source may take. */
  readonly timeoutMs?: number | undefined
}

/** Schemas that aren't here, and where they are looked for. */
export interface SchemaRegistry extends SchemaResolver {
  readonly sources: SchemaSources
}

/** The resolver with the owner's sources. No request is sent before its first call. */
export const createSchemaRegistry = (deps: SchemaRegistryDeps): SchemaRegistry => {
  const { state, settings, packages, identity } = deps
  const authorOf = (capability: string): string | null => {
    const name = capability.replace('did:nuwa:cap:', '')
    const agreedTo = packages.authors().find(({ names }) => names.includes(name))
    return agreedTo?.did ?? state.schemas.kept.authorOf(capability)
  }
  const open = createSourceOpener({ ...deps, services: createSchemaServices(deps), authorOf })
  const sources = createSchemaSources(settings)
  const resolver = createSchemaResolver({
    ...deps,
    authorOf,
    isOwn: identity.isOwn.bind(identity),
    isAllowed: () => settings.get().findSchemas,
    sources: () =>
      sources
        .list()
        .filter(({ enabled }) => enabled)
        .map(open),
  })
  return { ...resolver, sources }
}
