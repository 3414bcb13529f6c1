import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { firstProblem } from '../../platform/first-problem.ts'
import { writeFileAtomic } from '../../platform/files.ts'
import type { ChainPlace } from '../chain/place.ts'

const placeSchema: z.ZodType<ChainPlace> = z.object({
  chainId: z.int(),
  rpcUrl: z.url(),
  contract: z.string(),
  startBlock: z.int(),
  confirmations: z.int(),
})

/** What a registry that is kept goes on from. */
const keptSchema = z.object({
  place: placeSchema,
  /** Of the index and the gateway. */
  port: z.int(),
  published: z.array(
    z.object({
      cap_uri: z.string(),
      semver: z.string(),
      cid: z.string(),
      sha256: z.string(),
      author_did: z.string(),
      bytes: z.int(),
    }),
  ),
})
export type Kept = z.infer<typeof keptSchema>

const NAME = 'registry-dev.json'
/** Said from the start, so that a start that was cut off is known for one. */
const BEGUN = '{}\n'

/**
 * Opens the folder of a registry that is kept, and makes it if need be; null if there is nothing whole in it to go on from.
 *
 * @throws SatchelError `file_exists` if it holds something else, `local_registry_damaged` if what it holds is damaged
 */
export const openKept = (folder: string): Kept | null => {
  const path = join(folder, NAME)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) {
    if (readdirSync(folder).length > 0) throw new SatchelError('file_exists', { params: { path: folder } })
    writeFileAtomic(path, BEGUN)
    return null
  }
  const text = readFileSync(path, 'utf8')
  if (text === BEGUN) return null
  const damaged = (problem: string, cause: unknown): SatchelError =>
    new SatchelError('local_registry_damaged', { params: { path: folder, problem }, cause })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (thrown) {
    throw damaged(thrown instanceof Error ? thrown.message : String(thrown), thrown)
  }
  const { data, error } = keptSchema.safeParse(json)
  if (data === undefined) throw damaged(firstProblem(error, NAME), error)
  return data
}

export const writeKept = (folder: string, kept: Kept): void => {
  writeFileAtomic(join(folder, NAME), `${JSON.stringify(kept, null, 2)}\n`)
}
