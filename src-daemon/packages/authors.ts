import { z } from 'zod'
import type { IdentityService } from '../identity/types.ts'
import type { VerificationKey } from '../contract/identity.ts'
import { SatchelError } from '../platform/errors.ts'
import type { Database } from '../storage/index.ts'
import { CATALOGUE_AUTHOR } from './catalogue-author.ts'
import type { AcpPackage, AuthorTrust, KnownAuthor } from '../contract/packages.ts'

/** The signer of a package: the DID, and which of its keys. */
type Author = AcpPackage['author']

export interface AuthorsDeps {
  readonly db: Database
  readonly now: () => Date
  readonly identity: Pick<IdentityService, 'isOwn'>
  /**
   * The public key of a key id that its DID lists under `assertionMethod`. Errors: `key_not_authorized`,
   * `did_*`.
   */
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  /** The author whose packages count as built in; the pinned author by default. */
  readonly catalogueAuthor?: string | undefined
  readonly log: { warn(data: object, message: string): void }
}

const keyRowSchema = z.object({ did: z.string(), keyId: z.string(), firstSeenAt: z.string() })
const nameRowSchema = z.object({ name: z.string(), did: z.string() })

/**
 * The trust store: the authors whose packages the user agreed to, their keys, and the names that belong to
 * them (acp.md 2.5, 4). It trusts on first use. A name keeps its author after removal, for as long as its
 * state may still exist.
 */
export const createAuthors = ({ db, now, identity, keyOf, catalogueAuthor, log }: AuthorsDeps) => {
  const builtIn = catalogueAuthor ?? CATALOGUE_AUTHOR
  const selectKeys = db.prepare(
    `SELECT author_did AS did, key_id AS keyId, first_seen_at AS firstSeenAt FROM package_author_keys
     ORDER BY first_seen_at, author_did, key_id`,
  )
  const selectNames = db.prepare('SELECT name, author_did AS did FROM package_authors ORDER BY name')
  const selectOwner = db.prepare('SELECT author_did FROM package_authors WHERE name = ?').pluck()
  const selectFirst = db
    .prepare('SELECT min(first_seen_at) FROM package_author_keys WHERE author_did = ?')
    .pluck()
  const selectKey = db
    .prepare('SELECT 1 FROM package_author_keys WHERE author_did = ? AND key_id = ?')
    .pluck()
  const selectRevoked = db
    .prepare('SELECT revoked_at FROM package_author_keys WHERE author_did = ? AND key_id = ?')
    .pluck()
  const insertName = db.prepare(
    'INSERT INTO package_authors (name, author_did) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const updateName = db.prepare('UPDATE package_authors SET author_did = ? WHERE name = ?')
  const insertKey = db.prepare(
    'INSERT INTO package_author_keys (author_did, key_id, first_seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const setRevoked = db.prepare(
    'UPDATE package_author_keys SET revoked_at = ? WHERE author_did = ? AND key_id = ?',
  )
  const deleteName = db.prepare('DELETE FROM package_authors WHERE name = ?')

  /** When the user first agreed to a package of this author; null if never. */
  const firstSeenAt = (did: string): string | null => z.string().nullable().parse(selectFirst.get(did))

  const trustOf = ({ did, keyId }: Author): AuthorTrust => {
    if (identity.isOwn(did)) return 'own'
    if (did === builtIn) return 'built_in'
    if (firstSeenAt(did) === null) return 'new'
    return selectKey.get(did, keyId) === undefined ? 'key_changed' : 'known'
  }

  const all = (): KnownAuthor[] => {
    const keys = z.array(keyRowSchema).parse(selectKeys.all())
    const names = z.array(nameRowSchema).parse(selectNames.all())
    return [...Map.groupBy(keys, ({ did }) => did)].flatMap(([did, theirs]) => {
      const [first] = theirs
      if (first === undefined) return []
      return [
        {
          did,
          firstSeenAt: first.firstSeenAt,
          keyIds: theirs.map(({ keyId }) => keyId),
          names: names.filter((one) => one.did === did).map(({ name }) => name),
          trust: trustOf(first),
        },
      ]
    })
  }

  const isRevoked = ({ did, keyId }: Author): boolean => {
    const at = selectRevoked.get(did, keyId)
    return at !== undefined && at !== null
  }

  /**
   * Fetches the documents of authors whose keys can change, and marks the keys they no longer list. An
   * unreachable document changes nothing. True when a mark changed.
   */
  const refresh = async (installed: readonly Author[], signal?: AbortSignal): Promise<boolean> => {
    const byKeyId = new Map(installed.filter(canChange).map((author) => [author.keyId, author]))
    let changed = false
    for (const author of byKeyId.values()) {
      const listed = await isListed(author)
      if (signal?.aborted === true) return false
      if (listed === null || listed !== isRevoked(author)) continue
      setRevoked.run(listed ? null : now().toISOString(), author.did, author.keyId)
      if (!listed) log.warn({ ...author }, 'an author no longer lists the key of an installed package')
      changed = true
    }
    return changed
  }

  /** Null if the document could not be fetched or read. */
  const isListed = async ({ did, keyId }: Author): Promise<boolean | null> => {
    try {
      await keyOf(keyId)
      return true
    } catch (thrown) {
      if (!(thrown instanceof SatchelError)) throw thrown
      if (thrown.code === 'key_not_authorized') return false
      log.warn({ did, code: thrown.code }, 'the document of an author could not be read')
      return null
    }
  }

  return {
    all,
    trustOf,
    firstSeenAt,
    isRevoked,
    refresh,
    /** The owner of a name; null if it has none. */
    ownerOf: (name: string): string | null => z.string().optional().parse(selectOwner.get(name)) ?? null,
    /** Saves author, key and name. Call this inside the transaction of an install. */
    remember: ({ name, author }: Pick<AcpPackage, 'name' | 'author'>): void => {
      insertName.run(name, author.did)
      insertKey.run(author.did, author.keyId, now().toISOString())
    },
    /** The author's document lists the key: removes a mark that said otherwise. */
    markListed: ({ did, keyId }: Author): void => {
      setRevoked.run(null, did, keyId)
    },
    /** The name is this author's from now on. */
    passOn: (name: string, did: string): void => {
      updateName.run(did, name)
    },
    forgetName: (name: string): void => {
      deleteName.run(name)
    },
  }
}
export type Authors = ReturnType<typeof createAuthors>

/** Whether the keys of a DID can change: those of a `did:key` cannot. */
const canChange = ({ did }: Author): boolean => !did.startsWith('did:key:')
