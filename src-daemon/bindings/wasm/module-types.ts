import type { PackageModule } from '../../contract/package-modules.ts'

/** Modules by CID: their files are given by the owner, and held against the CID that the author signed. */
export interface PackageModules {
  /** What a capability names; none while it is switched off. Errors: `package_not_installed`. */
  list(packageName: string): readonly PackageModule[]
  /** Keeps a module's file. Errors: `package_not_installed`, `wasm_module_not_asked`. */
  give(input: { packageName: string; bytes: Uint8Array }): readonly PackageModule[]
  /** The bytes of a module, as they were given. Errors: `wasm_module_unavailable`. */
  read(packageName: string, cid: string): Uint8Array
  /** Removes the files of capabilities that are not there any more. */
  sweep(): void
  onChange(listener: () => void): () => void
}
