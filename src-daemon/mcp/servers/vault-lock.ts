import { SatchelError } from '../../platform/errors.ts'
import type { ServerRow, ServerStore } from '../records/store.ts'

/** The store the secrets of servers are in, as far as it may be locked. */
export interface SecretStore {
  /** Whether the value of a secret waits for the passphrase of the vault. */
  isLocked(name: string): boolean
  /** Tells, among other things, that the vault was opened or locked. */
  onChange(listener: () => void): () => void
}

/** Which servers wait for the vault. One that was wanted while it was locked is started once it is open. */
export interface VaultLock {
  isLocked(row: Row): boolean
  /** Throws `thrown` as `server_vault_locked` where that is why, which is also kept: the server was wanted. */
  explain(row: Row): (thrown: unknown) => never
  /** Forgets what an earlier daemon kept of a vault that is open now. Writes, so not where nothing may be. */
  sweep(): void
  close(): void
}

type Row = Pick<ServerRow, 'uri' | 'definition'>

/** @param deps.secretsOf names of the secrets a server is started or called with */
export const createVaultLock = (deps: {
  readonly store: Pick<ServerStore, 'list'>
  readonly secretStore: SecretStore | undefined
  readonly secretsOf: (row: Row) => readonly string[]
  readonly noteProblem: (uri: string, problem: SatchelError | null) => void
  readonly changed: (uri: string) => void
  readonly start: (uri: string) => Promise<unknown>
}): VaultLock => {
  const { store, secretStore, secretsOf, noteProblem, changed, start } = deps

  const isLocked: VaultLock['isLocked'] = (row) =>
    secretStore !== undefined && secretsOf(row).some((name) => secretStore.isLocked(name))

  /** Those that were locked when it was looked last. */
  const locked = new Set(
    secretStore === undefined ? [] : store.list().flatMap((row) => (isLocked(row) ? [row.uri] : [])),
  )

  const look = (): void => {
    for (const row of store.list()) {
      const { uri } = row
      const was = locked.has(uri)
      const is = isLocked(row)
      if (was === is) continue
      if (is) locked.add(uri)
      else locked.delete(uri)
      changed(uri)
      // Why it does not start is kept of it, and shown where it stands.
      if (!is && waits(row)) start(uri).catch(() => undefined)
    }
  }
  const stopListening = secretStore?.onChange(look)

  return {
    isLocked,
    explain: (row) => (thrown) => {
      if (!(thrown instanceof SatchelError && thrown.code === 'keystore_locked' && isLocked(row)))
        throw thrown
      const { uri: server } = row
      const problem = new SatchelError('server_vault_locked', {
        params: { server },
        details: { server },
        cause: thrown,
      })
      noteProblem(server, problem)
      throw problem
    },
    sweep: () => {
      for (const row of store.list()) if (waits(row) && !isLocked(row)) noteProblem(row.uri, null)
    },
    close: () => stopListening?.(),
  }
}

const waits = ({ problem }: Pick<ServerRow, 'problem'>): boolean => problem?.code === 'server_vault_locked'
