import type { BundleLook } from '../../../contract/server-bundles.ts'
import type { ImportedServer } from '../../../contract/server-import.ts'
import type { RegistryPage, RegistryServer } from '../../../contract/server-registry.ts'
import type { SetupValues } from '../../../contract/server-setup.ts'

/**
 * A registry of MCP servers, at the address that the owner set. Errors of all: `mcp_registry_missing`,
 * `mcp_registry_failed`, `network_*`.
 */
export interface RegistryService {
  search(input: { text: string; cursor?: string | undefined }): Promise<RegistryPage>
  /** Errors: `mcp_registry_unknown`. `version` is the latest by default. */
  show(input: { name: string; version?: string | undefined }): Promise<RegistryServer>
  /**
   * The server that this option would connect with these values. Errors: `mcp_registry_unknown`,
   * `server_setup_missing`, `server_setup_invalid`.
   */
  plan(input: { name: string; version: string; way: string; values: SetupValues }): Promise<ImportedServer>
  /** Fetches an option's bundle and checks its hash. Errors: those of `BundlesService.look`. */
  bundle(input: { name: string; version: string; way: string }): Promise<BundleLook>
}
