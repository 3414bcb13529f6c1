import type { PackageSecret } from '../contract/package-secrets.ts'

/**
 * The secrets the owner gave to capabilities: each for one capability and one host. They are deleted with the
 * capability.
 */
export interface PackageSecretsService {
  /** The value, for the request it belongs to. Null if none was given. */
  read(input: { packageName: string; name: string; host: string }): Promise<string | null>
  /** The secrets a capability needs, and whether they are stored. Errors: `package_not_installed`. */
  list(packageName: string): readonly PackageSecret[]
  /**
   * Stores a value and replaces the old one. `host` may be left out if the name is used for one host only.
   * Errors: `package_not_installed`, `package_secret_unknown`, `package_secret_unusable`, `secret_invalid`,
   * those of the key store.
   */
  set(input: {
    packageName: string
    name: string
    host?: string | undefined
    value: string
  }): Promise<readonly PackageSecret[]>
  /** Deletes a value. Errors: `package_not_installed`, `package_secret_unknown`. */
  forget(input: { packageName: string; name: string; host?: string | undefined }): readonly PackageSecret[]
  /** Deletes the secrets of capabilities that no longer exist. */
  sweep(): void
  onChange(listener: () => void): () => void
}
