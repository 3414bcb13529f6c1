import semver from 'semver'
import { z } from 'zod'
import type { DescriptionPin } from '../../contract/agent-descriptions.ts'
import { jcsHash } from '../../identity/index.ts'
import type { Database } from '../../storage/index.ts'
import type { Proof } from './proof.ts'
import type { ReadDescription } from './read-description.ts'

/** How many of one DID are remembered. */
const MAX_OF_DID = 100

interface Signed {
  readonly proof: Proof
  readonly digest: string
}

/** Signed descriptions that were seen, to notice what changed since, and what goes back. */
export interface SeenDescriptions {
  /** Whether another document of this DID had the challenge. */
  hasOther(did: string, challenge: string, digest: string): boolean
  /** How a description whose signature is right relates to the one seen last. */
  compare(read: ReadDescription, signed: Signed): DescriptionPin
  remember(read: ReadDescription, signed: Signed): void
}

const jsonText = z.string().transform((text): unknown => JSON.parse(text))
const rowSchema = z.object({
  digest: z.string(),
  version: z.string().nullable(),
  changedAt: z.string().nullable(),
  keyId: z.string(),
  members: jsonText.pipe(z.record(z.string(), z.string())),
  seenAt: z.iso.datetime(),
})
type Row = z.infer<typeof rowSchema>

export const createSeenDescriptions = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): SeenDescriptions => {
  const other = db
    .prepare('SELECT 1 FROM agent_descriptions_seen WHERE did = ? AND challenge = ? AND digest <> ?')
    .pluck()
  const last = db.prepare(
    `SELECT digest, version, changed_at AS changedAt, key_id AS keyId, members, seen_at AS seenAt
     FROM agent_descriptions_seen WHERE did = ? ORDER BY seen_at DESC LIMIT 1`,
  )
  const put = db.prepare(
    `INSERT INTO agent_descriptions_seen
       (did, digest, challenge, version, changed_at, key_id, members, seen_at)
     VALUES (@did, @digest, @challenge, @version, @changedAt, @keyId, @members, @seenAt)
     ON CONFLICT (did, digest) DO UPDATE SET seen_at = @seenAt`,
  )
  const prune = db.prepare(
    `DELETE FROM agent_descriptions_seen WHERE did = @did AND digest NOT IN (
       SELECT digest FROM agent_descriptions_seen WHERE did = @did ORDER BY seen_at DESC LIMIT ${String(MAX_OF_DID)})`,
  )

  const remember = db.transaction((read: ReadDescription, { proof, digest }: Signed): void => {
    const { did, version } = read
    put.run({
      did,
      digest,
      challenge: proof.challenge,
      version,
      changedAt: changedAt(read),
      keyId: proof.keyId,
      members: JSON.stringify(hashesOf(read)),
      seenAt: now().toISOString(),
    })
    prune.run({ did })
  })

  return {
    hasOther: (did, challenge, digest) => other.get(did, challenge, digest) !== undefined,
    compare: (read, signed) => {
      const row = last.get(read.did)
      return row === undefined
        ? { state: 'first', seenAt: null, keyChanged: false, members: [] }
        : compared(rowSchema.parse(row), read, signed)
    },
    remember,
  }
}

const compared = (before: Row, read: ReadDescription, { proof, digest }: Signed): DescriptionPin => {
  const hashes = hashesOf(read)
  const names = new Set([...Object.keys(hashes), ...Object.keys(before.members)])
  return {
    state:
      before.digest === digest
        ? 'same'
        : isOlder({ version: read.version, changedAt: changedAt(read) }, before)
          ? 'older'
          : 'changed',
    seenAt: before.seenAt,
    keyChanged: before.keyId !== proof.keyId,
    members: [...names].filter((name) => hashes[name] !== before.members[name]).sort(),
  }
}

/** What says how old a description is. */
interface Age {
  readonly version: string | null
  readonly changedAt: string | null
}

/** Whether a description is older than another, by its version or its time. */
export const isOlder = (one: Age, other: Age): boolean => {
  const [version, earlier] = [semver.valid(one.version), semver.valid(other.version)]
  if (version !== null && earlier !== null && semver.lt(version, earlier)) return true
  const [at, before] = [one.changedAt, other.changedAt]
  return at !== null && before !== null && Date.parse(at) < Date.parse(before)
}

const changedAt = ({ modified, created }: ReadDescription): string | null => modified ?? created

const hashesOf = ({ json }: ReadDescription): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) =>
      name === 'proof' ? [] : [[name, jcsHash({ value }).toString('base64url').slice(0, 22)]],
    ),
  )
