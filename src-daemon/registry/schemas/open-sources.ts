/** Makes of each source in the settings one that the resolver can ask. */
import type { AcpPackage } from '../../contract/packages.ts'
import type { SchemaSource as SourceSetting } from '../../contract/settings.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { SchemaOfPackage, SchemaSource, WantedSchema } from '../../state/types.ts'
import type { MarketplaceService } from '../client/types.ts'
import type { SchemaServices } from './service.ts'

export interface OpenSourcesDeps {
  readonly marketplace: Pick<MarketplaceService, 'packageWithSchema' | 'authorListed'>
  readonly services: SchemaServices
  /** The DID of a capability's author, if the owner agreed to a package or a schema of that name before. */
  readonly authorOf: (capability: string) => string | null
}

export const createSourceOpener = (deps: OpenSourcesDeps) => {
  const { marketplace, services, authorOf } = deps

  const open = (setting: SourceSetting): SchemaSource => {
    const { name } = setting
    const find = async (wanted: WantedSchema, signal: AbortSignal): Promise<SchemaOfPackage | null> => {
      const { uri: schemaUri, capability, isUnattended } = wanted
      const asked = { schemaUri, capability, isUnattended }
      switch (setting.kind) {
        case 'marketplace': {
          const found = await marketplace.packageWithSchema(asked, { signal })
          return schemaOf(found?.package ?? null, found?.source)
        }
        case 'index':
          return schemaOf(
            (await marketplace.packageWithSchema(asked, { signal, index: setting }))?.package ?? null,
          )
        case 'author':
          return schemaOf(await ofAuthor(wanted, signal))
        case 'did':
          return schemaOf(await services.ofDid(setting.did, schemaUri, signal))
        case 'web':
          return schemaOf(await services.atAddress(setting.url, schemaUri, signal))
      }
    }
    return { name, find }
  }

  /** A capability's name belongs to the author the owner knows, else to the one that the registries name. */
  const ofAuthor = async (
    { uri, capability }: WantedSchema,
    signal: AbortSignal,
  ): Promise<AcpPackage | null> => {
    if (capability === null) return null
    const did = authorOf(capability) ?? (await listed(capability, signal))
    // Only these methods have documents that can name a service.
    return did !== null && /^did:(web|wba):/.test(did) ? services.ofDid(did, uri, signal) : null
  }

  const listed = async (capability: string, signal: AbortSignal): Promise<string | null> => {
    try {
      return await marketplace.authorListed(capability, { signal })
    } catch (thrown) {
      signal.throwIfAborted()
      if (toSatchelError(thrown).code === 'registry_capability_unknown') return null
      throw thrown
    }
  }

  return open
}

const schemaOf = (acp: AcpPackage | null, place: string | null = null): SchemaOfPackage | null => {
  if (acp === null) return null
  const { schema, capUri: owner, memoryScope: scope, title, author, name, version, sha256 } = acp
  return { schema, owner, scope, title, package: { name, version, sha256, authorDid: author.did }, place }
}
