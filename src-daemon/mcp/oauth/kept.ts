import { z } from 'zod'
import { sha256Hex } from '../../platform/sha256.ts'
import type { NamedSecrets } from '../../identity/types.ts'
import type { Database } from '../../storage/index.ts'
import { knownClientSchema, type KnownClient } from './clients.ts'
import { accountSchema, type Account } from '../../contract/server-sign-in.ts'

/** The access token of a server, and the address it may be sent to. */
const accessSchema = z.object({ url: z.string(), token: z.string() })
const refreshSchema = z.object({ issuer: z.string(), token: z.string() })

/** The longest token that is stored: together with its binding, it must fit into one secret. */
export const LONGEST_TOKEN = 6_000

/**
 * Stored sign-ins: accounts and scopes in the database, in clear; tokens, clients and the verifier of a
 * pending sign-in among the owner's named secrets, under names that no server can be given. Errors: those of
 * the key store.
 */
export interface KeptSignIns {
  account(uri: string): Account | null
  putAccount(uri: string, account: Account): void
  /** The token for `url`; null if there is none, or if it is for another address. */
  access(uri: string, url: string): Promise<string | null>
  setAccess(uri: string, url: string, token: string): Promise<void>
  /** The refresh token of `issuer`. */
  refresh(uri: string, issuer: string): Promise<string | null>
  setRefresh(uri: string, issuer: string, token: string): Promise<void>
  client(uri: string): Promise<KnownClient | null>
  setClient(uri: string, client: KnownClient): Promise<void>
  setVerifier(uri: string, verifier: string): Promise<void>
  verifier(uri: string): Promise<string>
  forgetVerifier(uri: string): void
  /** Deletes the tokens, and with `client` also the registration. */
  forget(uri: string, options?: { client: boolean }): void
}

const PARTS = ['access', 'refresh', 'verifier'] as const

export const createKeptSignIns = (deps: {
  readonly db: Database
  readonly secrets: NamedSecrets
}): KeptSignIns => {
  const { db, secrets } = deps

  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<T | null> =>
    secrets.has(name) ? schema.parse(JSON.parse(await secrets.use(name))) : null
  const write = (name: string, value: object): Promise<void> => secrets.set(name, JSON.stringify(value))

  return {
    account: (uri) => {
      const row = db
        .prepare<[string], { account_json: string }>('SELECT account_json FROM server_accounts WHERE uri = ?')
        .get(uri)
      return row === undefined ? null : accountSchema.parse(JSON.parse(row.account_json))
    },
    putAccount: (uri, account) => {
      db.prepare(
        `INSERT INTO server_accounts (uri, account_json) VALUES (?, ?)
         ON CONFLICT (uri) DO UPDATE SET account_json = excluded.account_json`,
      ).run(uri, JSON.stringify(account))
    },
    access: async (uri, url) => {
      const kept = await read(nameOf(uri, 'access'), accessSchema)
      return kept?.url === url ? kept.token : null
    },
    setAccess: (uri, url, token) => write(nameOf(uri, 'access'), { url, token }),
    refresh: async (uri, issuer) => {
      const kept = await read(nameOf(uri, 'refresh'), refreshSchema)
      return kept?.issuer === issuer ? kept.token : null
    },
    setRefresh: (uri, issuer, token) => write(nameOf(uri, 'refresh'), { issuer, token }),
    client: (uri) => read(nameOf(uri, 'client'), knownClientSchema),
    setClient: (uri, client) => write(nameOf(uri, 'client'), client),
    setVerifier: (uri, verifier) => secrets.set(nameOf(uri, 'verifier'), verifier),
    verifier: (uri) => secrets.use(nameOf(uri, 'verifier')),
    forgetVerifier: (uri) => {
      secrets.forget(nameOf(uri, 'verifier'))
    },
    forget: (uri, { client } = { client: false }) => {
      for (const part of client ? [...PARTS, 'client'] : PARTS) secrets.forget(nameOf(uri, part))
      db.prepare('DELETE FROM server_accounts WHERE uri = ?').run(uri)
    },
  }
}

/** Deletes the verifiers of sign-ins that ended with the daemon: their browsers cannot return. */
export const sweepSignIns = (secrets: Pick<NamedSecrets, 'names' | 'forget'>): void => {
  for (const { name } of secrets.names()) if (/^oauth\/[0-9a-f]+\/verifier$/.test(name)) secrets.forget(name)
}

/** The names of the secrets a server is called with. */
export const tokenNamesOf = (uri: string): readonly string[] =>
  (['access', 'refresh'] as const).map((part) => nameOf(uri, part))

/**
 * `oauth/<hash of the server>/<part>`: a server's own name may contain characters that a secret's name may
 * not.
 */
const nameOf = (uri: string, part: string): string => `oauth/${sha256Hex(uri).slice(0, 32)}/${part}`
