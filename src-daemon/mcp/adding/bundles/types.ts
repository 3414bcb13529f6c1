import type { BundleLook, BundleOrigin } from '../../../contract/server-bundles.ts'
import type { ImportedServer } from '../../../contract/server-import.ts'
import type { SetupValues } from '../../../contract/server-setup.ts'

/** Servers that come as one file with everything they need. */
export interface BundlesService {
  /**
   * Unpacks a bundle into a folder of its own and describes it; nothing in it is run. Errors:
   * `bundle_refused`, `bundle_manifest_invalid`, `bundle_hash_differs` if it is not the file of `fileSha256`,
   * `file_unreadable`.
   */
  look(origin: BundleOrigin | Buffer, expected?: { readonly fileSha256: string | null }): Promise<BundleLook>
  /**
   * The server that these values would connect. `uri` is the server it updates. Errors: `bundle_unknown`,
   * `server_setup_missing`, `server_setup_invalid`.
   */
  plan(input: { sha256: string; values: SetupValues; uri?: string | undefined }): ImportedServer
  /** Deletes its files, unless a server is bound to them. */
  forget(sha256: string): void
  /** Deletes the files that no server is bound to, except of bundles inspected since the start. */
  sweep(): void
}
