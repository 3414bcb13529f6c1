import type { PackageSecret } from '../contract/package-secrets.ts'

/** The secrets the owner gave to capabilities: each for one capability and one host. They go with the capability. */
export interface PackageSecretsService {
  /** The value, for the request it belongs to. Null when none was given. */
  read(input: { packageName: string; name: string; host: string }): Promise<string | null>
  /** What a capability asks for, and what is kept for it. Errors: `package_not_installed`. */
  list(packageName: string): readonly PackageSecret[]
  /**
   * Keeps a value, in place of the one there was. `host` may be left out where the name is asked for once.
   * Errors: `package_not_installed`, `package_secret_unknown`, `package_secret_unusable`, `secret_invalid`, those of the key store.
   */
  set(input: {
    packageName: string
    name: string
    host?: string | undefined
    value: string
  }): Promise<readonly PackageSecret[]>
  /** Forgets a value. Errors: `package_not_installed`, `package_secret_unknown`. */
  forget(input: { packageName: string; name: string; host?: string | undefined }): readonly PackageSecret[]
  /** Forgets what was given to capabilities that are not there any more. */
  sweep(): void
  onChange(listener: () => void): () => void
}
