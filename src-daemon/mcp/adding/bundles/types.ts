import type { BundleLook, BundleOrigin } from '../../../contract/server-bundles.ts'
import type { ImportedServer } from '../../../contract/server-import.ts'
import type { SetupValues } from '../../../contract/server-setup.ts'

/** Servers that come as one file with all they need. */
export interface BundlesService {
  /**
   * Unpacks a bundle into a folder of its own and says what it is; nothing of it runs. Errors: `bundle_refused`,
   * `bundle_manifest_invalid`, `bundle_hash_differs` where it is not the file of `fileSha256`, `file_unreadable`.
   */
  look(origin: BundleOrigin | Buffer, expected?: { readonly fileSha256: string | null }): Promise<BundleLook>
  /**
   * What would be connected with these values. `uri` is the server it updates. Errors: `bundle_unknown`, `server_setup_missing`,
   * `server_setup_invalid`.
   */
  plan(input: { sha256: string; values: SetupValues; uri?: string | undefined }): ImportedServer
  /** Deletes its files, unless a server is bound to them. */
  forget(sha256: string): void
  /** Deletes the files no server is bound to, but for what was looked at since the start. */
  sweep(): void
}
