/**
 * Environment variables that hold a secret. A program reads them once and starts others without them: an
 * environment is inherited, and on Linux `/proc` shows it, as it was at the start, for as long as a program runs.
 */
export const SECRET_VARIABLES = [
  'SATCHEL_VAULT_PASSPHRASE',
  'SATCHEL_NEW_VAULT_PASSPHRASE',
  'SATCHEL_BACKUP_PASSPHRASE',
  'SATCHEL_EMBEDDING_KEY',
] as const

/** The argument that tells a daemon to read the vault's passphrase from standard input, to its end. */
export const PASSPHRASE_ON_STDIN = '--passphrase-on-stdin'

/** The environment without secrets, for another program. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const rest = { ...env }
  for (const name of SECRET_VARIABLES) Reflect.deleteProperty(rest, name)
  return rest
}

/** Removes the secrets from this process's environment, so that no child inherits them, and returns the original environment. */
export const takeEnvironment = (): NodeJS.ProcessEnv => {
  const env = { ...process.env }
  for (const name of SECRET_VARIABLES) Reflect.deleteProperty(process.env, name)
  return env
}
