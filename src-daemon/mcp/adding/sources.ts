import type { SettingsService } from '../../settings/types.ts'
import type { Language } from '../../contract/language.ts'
import type { NetworkGuard } from '../../network/index.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { createBundles } from './bundles/bundles.ts'
import type { BundleFiles } from './bundles/files.ts'
import type { BundlesService } from './bundles/types.ts'
import { createServerImporter } from './import/importer.ts'
import type { ServerImporter } from './import/types.ts'
import { createRegistry } from './registry/registry.ts'
import type { RegistryService } from './registry/types.ts'
import type { ServersService } from '../servers/types.ts'

/**
 * Where servers come from, besides manual input: other apps' lists, bundles, a registry. None of them starts
 * anything.
 */
export const createServerSources = ({
  bundleFiles,
  servers,
  guard,
  language,
  settings,
  sandbox,
}: {
  readonly bundleFiles: BundleFiles
  readonly servers: Pick<ServersService, 'list' | 'get'>
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly language: () => Language
  readonly settings: Pick<SettingsService, 'get'>
  readonly sandbox: Pick<Sandbox, 'locate'>
}): {
  readonly serverImporter: ServerImporter
  readonly bundles: BundlesService
  readonly mcpRegistry: RegistryService
} => {
  const bundles = createBundles({ files: bundleFiles, servers, language })
  return {
    serverImporter: createServerImporter({ language, locate: sandbox.locate }),
    bundles,
    mcpRegistry: createRegistry({ url: () => settings.get().mcpRegistryUrl, guard, bundles, language }),
  }
}
