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
  /** The DID of a capability's author, if the owner agreed to a package of that name before. */
  readonly authorOf: (capability: string) => string | null
}

export const createSourceOpener = (deps: OpenSourcesDeps) => {
  const { marketplace, services, authorOf } = deps

  const open = (setting: SourceSetting): SchemaSource => {
    const { name } = setting
    const find = (wanted: WantedSchema, signal: AbortSignal): Promise<AcpPackage | null> => {
      const { uri: schemaUri, capability } = wanted
      switch (setting.kind) {
        case 'marketplace':
          return marketplace.packageWithSchema({ schemaUri, capability }, { signal })
        case 'index':
          return marketplace.packageWithSchema({ schemaUri, capability }, { signal, index: setting })
        case 'author':
          return ofAuthor(wanted, signal)
        case 'did':
          return services.ofDid(setting.did, schemaUri, signal)
        case 'web':
          return services.atAddress(setting.url, schemaUri, signal)
      }
    }
    return {
      name,
      find: async (wanted, signal) => {
        const found = await find(wanted, signal)
        return found === null ? null : schemaOf(found)
      },
    }
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

const schemaOf = ({ schema, capUri, memoryScope, title, author, ...acp }: AcpPackage): SchemaOfPackage => ({
  schema,
  owner: capUri,
  scope: memoryScope,
  title,
  package: { name: acp.name, version: acp.version, sha256: acp.sha256, authorDid: author.did },
})
