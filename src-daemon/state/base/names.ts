/**
 * Names of writers. A replica writes under its own name. Where two replicas shared one, because a data directory was
 * copied, their changes form a tree: from the first change on that isn't common, each branch has a name of its own,
 * made from the hash of that change, so that every replica that knows the branches gives them the same names.
 */

const BRANCH = '~'
const BRANCH_DIGITS = 16
const HEAD = '#'
const HEAD_DIGITS = 32
const HEAD_NAME = /^(.*)#([0-9a-f]{32})$/s

/** What a change names by `seen`: a writer, and the start of the hash of its change; null in older changes. */
export interface SeenName {
  readonly actor: string
  readonly hash: string | null
}

/** Whether a replica may have this name; others are those of branches. */
export const isReplicaName = (name: string): boolean => !name.includes(BRANCH) && !name.includes(HEAD)

/** The name in the headers of a branch's changes. */
export const replicaOf = (actor: string): string => {
  const end = actor.indexOf(BRANCH)
  return end < 0 ? actor : actor.slice(0, end)
}

export const isBranch = (actor: string): boolean => actor.includes(BRANCH)

/** The branch of `parent` that begins with the change of this hash. */
export const branchName = (parent: string, first: Buffer): string =>
  `${parent}${BRANCH}${first.toString('hex', 0, BRANCH_DIGITS / 2)}`

/** The branch it left; null for a replica's first changes, which have no branch. */
export const parentOf = (actor: string): string | null => {
  const end = actor.lastIndexOf(BRANCH)
  return end < 0 ? null : actor.slice(0, end)
}

/** Whether `actor` is what was called `name` when fewer branches may have been known. */
export const isNamed = (actor: string, name: string): boolean => {
  if (actor === name) return true
  if (replicaOf(actor) !== replicaOf(name)) return false
  const [, ...branches] = actor.split(BRANCH)
  const last = name.split(BRANCH).slice(1).at(-1)
  return last === undefined || branches.includes(last)
}

/** How a change records that its writer had seen the change of this hash, and those before it. */
export const seenName = (actor: string, hash: Buffer): string =>
  `${replicaOf(actor)}${HEAD}${hash.toString('hex', 0, HEAD_DIGITS / 2)}`

export const readSeenName = (name: string): SeenName => {
  const [, actor, hash] = HEAD_NAME.exec(name) ?? []
  return actor === undefined || hash === undefined ? { actor: name, hash: null } : { actor, hash }
}
