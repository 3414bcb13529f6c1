import type { PackageModule } from '../../contract/package-modules.ts'

/**
 * Modules by CID: the owner provides their files, which are verified against the CID that the author signed.
 */
export interface PackageModules {
  /** The modules a capability names; none while it is disabled. Errors: `package_not_installed`. */
  list(packageName: string): readonly PackageModule[]
  /** Stores a module's file. Errors: `package_not_installed`, `wasm_module_not_asked`. */
  give(input: { packageName: string; bytes: Uint8Array }): readonly PackageModule[]
  /** The bytes of a module, as provided. Errors: `wasm_module_unavailable`. */
  read(packageName: string, cid: string): Uint8Array
  /** Deletes the files of capabilities that no longer exist. */
  sweep(): void
  onChange(listener: () => void): () => void
}
