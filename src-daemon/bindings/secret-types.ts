import { z } from 'zod'

/** A secret of a capability as its owner sees it: what it is for and whether it was given, never its value. */
export const packageSecretSchema = z.object({
  name: z.string(),
  /** The only host it is sent to, with its port where that is not the usual one. */
  host: z.string(),
  /** The headers it is sent in, and the tools that send it. Empty for one the installed version does not ask for. */
  headers: z.array(z.string()),
  tools: z.array(z.string()),
  /** When it was given; null while it is missing. */
  setAt: z.iso.datetime().nullable(),
  /** False for one that was given to another version; it is sent by nobody. */
  asked: z.boolean(),
})
export type PackageSecret = z.infer<typeof packageSecretSchema>

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
