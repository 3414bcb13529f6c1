import { SatchelError } from '../../platform/errors.ts'
import type { ServerRow, ServerStore } from '../records/store.ts'

/** The store of servers' secrets, with its lock. */
export interface SecretStore {
  /** Whether the value of a secret waits for the passphrase of the vault. */
  isLocked(name: string): boolean
  /** Calls the listener when the vault was opened or locked, among other changes. */
  onChange(listener: () => void): () => void
}

/** Which servers wait for the vault. One that was needed while it was locked is started once it is open. */
export interface VaultLock {
  isLocked(row: Row): boolean
  /**
   * Throws `thrown`, as `server_vault_locked` if that is the reason; then it is also stored that the server
   * was needed.
   */
  explain(row: Row): (thrown: unknown) => never
  /**
   * Clears what an earlier daemon stored about a vault that is open now. It writes, so do not call it on a
   * read-only database.
   */
  sweep(): void
  close(): void
}

type Row = Pick<ServerRow, 'uri' | 'definition'>

/** @param deps.secretsOf names of the secrets a server is started or called with */
export const createVaultLock = (deps: {
  readonly store: Pick<ServerStore, 'list'>
  readonly secretStore: SecretStore
  readonly secretsOf: (row: Row) => readonly string[]
  readonly noteProblem: (uri: string, problem: SatchelError | null) => void
  readonly changed: (uri: string) => void
  readonly start: (uri: string) => Promise<unknown>
}): VaultLock => {
  const { store, secretStore, secretsOf, noteProblem, changed, start } = deps

  const isLocked: VaultLock['isLocked'] = (row) => secretsOf(row).some((name) => secretStore.isLocked(name))

  /** The secrets that were locked at the last check. */
  const locked = new Set(store.list().flatMap((row) => (isLocked(row) ? [row.uri] : [])))

  const look = (): void => {
    for (const row of store.list()) {
      const { uri } = row
      const was = locked.has(uri)
      const is = isLocked(row)
      if (was === is) continue
      if (is) locked.add(uri)
      else locked.delete(uri)
      changed(uri)
      // If it does not start, the reason is stored and shown with the server.
      if (!is && waits(row)) start(uri).catch(() => undefined)
    }
  }
  const stopListening = secretStore.onChange(look)

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
    close: stopListening,
  }
}

const waits = ({ problem }: Pick<ServerRow, 'problem'>): boolean => problem?.code === 'server_vault_locked'
