import type { NetworkGuard } from '../bindings/index.ts'
import type { IdentityService } from '../identity/types.ts'
import type { SettingsService } from '../settings/types.ts'
import type { Language } from '../text/index.ts'
import { createRegistries } from './chain/index.ts'
import type { RegistriesService } from './chain/types.ts'
import { createIpfs } from './ipfs/index.ts'
import type { IpfsService } from './ipfs/types.ts'
import { createPublications } from './publish/index.ts'
import type { PublishService } from './publish/types.ts'

export interface RegistryDeps {
  /** Folder of the node of this machine. */
  readonly ipfsDir: string
  readonly guard: NetworkGuard
  readonly settings: SettingsService
  readonly identity: IdentityService
  readonly language: () => Language
}

/** What the rest of Satchel has of `registry/`. */
export interface RegistryRooms {
  readonly services: {
    readonly ipfs: IpfsService
    readonly chainRegistries: RegistriesService
    readonly publications: PublishService
  }
  /** What runs by itself, once the start is over. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Opens the rooms of `registry/` over each other. Nothing is asked of anybody. */
export const openRegistry = (deps: RegistryDeps): RegistryRooms => {
  const { ipfsDir, guard, settings, identity, language } = deps
  const ipfs = createIpfs({ dir: ipfsDir, guard, settings })
  const chainRegistries = createRegistries({ settings, identity, guard, language })
  const publications = createPublications()
  return {
    services: { ipfs, chainRegistries, publications },
    start: () => ipfs.start(),
    close: async () => {
      await publications.close()
      await ipfs.close()
    },
  }
}
