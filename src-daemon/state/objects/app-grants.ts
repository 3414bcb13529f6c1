import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { AppGrant } from '../../contract/app-grants.ts'
import type { Statements } from '../base/statements.ts'
import { appNamespaceOf } from '../schema/uri.ts'

/** Which capabilities may use the namespaces of apps they were granted by an install (asm.md 1.6). */
export interface AppGrants {
  list(): readonly AppGrant[]
  /** The capability's calls to its schemas there are refused from now on; nothing it keeps there is lost. Errors: `app_grant_unknown`. */
  revoke(grant: Pick<AppGrant, 'owner' | 'app'>): void
  /** Takes a revocation back. Errors: `app_grant_unknown`. */
  allow(grant: Pick<AppGrant, 'owner' | 'app'>): void
  onChange(listener: () => void): () => void
}

export interface AppGrantsDeps {
  readonly statement: Statements
  readonly now: () => number
}

interface Row {
  readonly owner: string
  readonly app: string
  readonly revoked_at: string
}

/** A grant is there as long as a schema of its owner is in the namespace; what is kept beside that is who lost it. */
export const createAppGrants = ({
  statement,
  now,
}: AppGrantsDeps): AppGrants & {
  /** The namespaces were agreed to, once more if they had been revoked. */
  granted(owner: string, apps: readonly string[]): void
  /** Whether the capability lost this namespace. */
  isRevoked(owner: string, app: string): boolean
} => {
  const { listen: onChange, emit } = createEmitter()
  /** `<owner> <app>` of those that are revoked; null until it is read. */
  let revoked: ReadonlySet<string> | null = null

  const rows = (): readonly Row[] =>
    statement('SELECT owner, app, revoked_at FROM state_revoked_apps').all() as Row[]

  const list: AppGrants['list'] = () => {
    const ended = new Map(rows().map((row) => [`${row.owner} ${row.app}`, row.revoked_at]))
    const found = statement(
      `SELECT l.owner, s.schema_uri FROM state_schemas s JOIN state_logs l ON l.id = s.log
       WHERE s.schema_uri > 'did:nuwa:app:' AND s.schema_uri < 'did:nuwa:app;' ORDER BY s.schema_uri`,
    ).all() as { owner: string; schema_uri: string }[]
    const grants = Map.groupBy(found, ({ owner, schema_uri: uri }) => `${owner} ${appNamespaceOf(uri) ?? ''}`)
    return [...grants].map(([key, all]) => {
      const [owner = '', app = ''] = key.split(' ')
      return { owner, app, schemas: all.map((one) => one.schema_uri), revokedAt: ended.get(key) ?? null }
    })
  }

  const find = ({ owner, app }: Pick<AppGrant, 'owner' | 'app'>): AppGrant => {
    const grant = list().find((one) => one.owner === owner && one.app === app)
    if (grant === undefined) throw new SatchelError('app_grant_unknown', { params: { owner, app } })
    return grant
  }

  const forget = (): void => {
    revoked = null
    emit()
  }

  const granted = (owner: string, apps: readonly string[]): void => {
    for (const app of apps)
      statement('DELETE FROM state_revoked_apps WHERE owner = ? AND app = ?').run(owner, app)
    if (apps.length > 0) forget()
  }

  return {
    list,
    revoke: (grant) => {
      const { owner, app, revokedAt } = find(grant)
      if (revokedAt !== null) return
      statement('INSERT INTO state_revoked_apps (owner, app, revoked_at) VALUES (?, ?, ?)').run(
        owner,
        app,
        new Date(now()).toISOString(),
      )
      forget()
    },
    allow: (grant) => {
      const { owner, app } = find(grant)
      granted(owner, [app])
    },
    granted,
    isRevoked: (owner, app) => {
      revoked ??= new Set(rows().map((row) => `${row.owner} ${row.app}`))
      return revoked.has(`${owner} ${app}`)
    },
    onChange,
  }
}
