/** What another replica has of a log, and so what it lacks. */
import type { Statements } from '../base/statements.ts'
import { parentOf, replicaOf } from '../base/names.ts'
import type { Branches } from './branches.ts'
import type { Gaps } from './gaps.ts'
import type { OpLog } from './types.ts'
import type { Writer, Writers } from './writers.ts'

/** The last changes of a writer are all named, earlier ones at growing distances. */
const ALL_OF_LAST = 32
/** Of a hash, in hexadecimal digits. */
const DIGITS = 16

/** More than there are rows of writers: a key is a number below 2^53. */
const MAX_WRITERS = 2 ** 22

const keyOf = (writer: number, seq: number): number => seq * MAX_WRITERS + writer

/**
 * Numbers alone don't show whether two replicas with one name have the same changes. So the hashes of some are
 * compared: of the last ones, and, because the other replica may have fewer, of earlier ones. If it has fewer than
 * these cover, it gets a few known ones again; it never misses one.
 */
export const createHeads = ({
  statement,
  writers,
  branches,
  gaps,
}: {
  readonly statement: Statements
  readonly writers: Writers
  readonly branches: Branches
  readonly gaps: Pick<Gaps, 'first'>
}): Pick<OpLog, 'heads' | 'knownTo' | 'ends' | 'isBranched'> => {
  const heads: OpLog['heads'] = (log) => {
    const all = [...writers.all(log)]
      .filter((writer) => writer.seq > writer.since)
      .toSorted((a, b) => (a.actor < b.actor ? -1 : 1))
    const hashes = hashesOf(all)
    return all.map((writer) => {
      const { base_seq, base_hash } = writer
      const seq = endOf(writer)
      const hash = seq === writer.seq ? writer.hash : null
      const found = numbersFrom(seq, base_seq).flatMap((one): [number, string][] => {
        const digits = hashes.get(keyOf(writer.id, one))
        return digits === undefined ? [] : [[one, digits]]
      })
      // Dropped ones are known by the hash of the last.
      const ends: [number, string][] = [
        ...(hash === null || found[0]?.[0] === seq ? [] : [[seq, digitsOf(hash)] as [number, string]]),
        ...found,
        ...(base_hash === null || base_seq === seq
          ? []
          : [[base_seq, digitsOf(base_hash)] as [number, string]]),
      ]
      return { actor: replicaOf(writer.actor), changes: ends }
    })
  }

  /** Of what comes after a gap, nothing is named: what others send then fills it. */
  const endOf = ({ id, seq }: Writer): number => Math.min(seq, gaps.first(id)?.after ?? seq)

  /** The hashes that the heads name, in one scan of the changes. */
  const hashesOf = (all: readonly Writer[]): Map<number, string> => {
    const wanted = all.flatMap((writer) =>
      numbersFrom(endOf(writer), writer.base_seq).map((seq) => keyOf(writer.id, seq)),
    )
    const rows = statement(
      `SELECT writer, seq, substr(hash, 1, ${String(DIGITS / 2)}) FROM changes
       WHERE seq * ${String(MAX_WRITERS)} + writer IN (SELECT value FROM json_each(?))`,
    )
      .raw()
      .all(JSON.stringify(wanted)) as [writer: number, seq: number, hash: Buffer][]
    return new Map(rows.map(([writer, seq, hash]) => [keyOf(writer, seq), digitsOf(hash)]))
  }

  const knownTo: OpLog['knownTo'] = (log, given) => {
    const known = new Map<string, number>()
    const raise = (writer: Writer, seq: number): void => {
      known.set(writer.actor, Math.max(seq, known.get(writer.actor) ?? 0))
      const parent = parentOf(writer.actor)
      const left = parent === null ? null : writers.find(log, parent)
      if (left !== null) raise(left, writer.since)
    }
    for (const { actor, changes } of given)
      for (const [seq, hash] of changes) {
        const found = branches.find(log, actor, seq, hash)
        if (found === null) continue
        raise(found.writer, found.seq)
        break
      }
    return Object.fromEntries(known)
  }

  const ends: OpLog['ends'] = (log) =>
    [...writers.all(log)].flatMap((writer) => {
      const { actor, seq, since, hash, ms } = writer
      const isEnd = seq > since && hash !== null && !writers.isDivided(writer)
      return isEnd ? [{ actor: replicaOf(actor), seq, hash, ms }] : []
    })

  const isBranched: OpLog['isBranched'] = (log, replica) => writers.branches(log, replica).length > 1

  return { heads, knownTo, ends, isBranched }
}

/** `last` and those before it, down to `since`. */
const numbersFrom = (last: number, since: number): number[] => {
  const numbers: number[] = []
  for (let seq = last, step = 1; seq > since; seq -= step) {
    numbers.push(seq)
    if (numbers.length >= ALL_OF_LAST) step *= 2
  }
  return numbers
}

const digitsOf = (hash: Buffer): string => hash.toString('hex', 0, DIGITS / 2)
