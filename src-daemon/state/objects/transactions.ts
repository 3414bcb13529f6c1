/** Commits changes: individually, or those of several callers together. */
import { SatchelError } from '../../platform/errors.ts'
import { writeFailure, type Database } from '../../storage/index.ts'
import type { ChangeRef } from '../../contract/state.ts'

/** Commits changes: individually, or several callers' together. */
export interface Transactions {
  /** One transaction; within another one a savepoint, which fails alone. */
  atomically<T>(work: () => T): T
  /**
   * Runs `work` with all other work queued in the same turn of the event loop, in one transaction and so with one flush
   * to the disk; each fails alone. Resolves when it is on the disk; if the commit itself fails, all are rejected. It
   * may be rolled back and run again because other work failed, so it must only write to state.
   */
  together<T>(work: () => T): Promise<T>
  /** Emits to the listeners once the transaction is committed; a rolled back change isn't emitted. */
  announce(change: ChangeRef): void
  onChange(listener: (change: ChangeRef) => void): () => void
  /** Resolves when everything queued is on the disk. */
  settled(): Promise<void>
}

export interface TransactionsDeps {
  readonly db: Database
  /** Drops what is cached of the database. */
  readonly forget: () => void
  /** Called within another room's transaction, before caches are dropped. */
  readonly leave: () => void
}

interface Queued {
  readonly run: () => void
  readonly settle: () => void
  readonly reject: (thrown: unknown) => void
}

export const createTransactions = ({ db, forget, leave }: TransactionsDeps): Transactions => {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT state')
  const release = db.prepare('RELEASE state')
  const rollbackTo = db.prepare('ROLLBACK TO state')
  const dataVersion = db.prepare('PRAGMA data_version').pluck()
  const listeners = new Set<(change: ChangeRef) => void>()
  const unemitted: ChangeRef[] = []
  let queue: Queued[] = []
  let draining: Promise<void> = Promise.resolve()
  let depth = 0
  /** Whether work shares the transaction without its own savepoint. */
  let isShared = false
  let hasFailed = false
  let version = dataVersion.get()

  const atomically = <T>(work: () => T): T => (isShared ? shared(work) : alone(work))

  /** A failure here rolls back the whole transaction. */
  const shared = <T>(work: () => T): T => {
    try {
      return work()
    } catch (thrown) {
      hasFailed = true
      throw writeFailure(db.name, thrown)
    }
  }

  const alone = <T>(work: () => T): T => {
    const isInside = db.inTransaction
    const before = unemitted.length
    ;(isInside ? savepoint : begin).run()
    depth += 1
    if (depth === 1) noticeOthers()
    let result: T
    try {
      result = work()
      ;(isInside ? release : commit).run()
    } catch (thrown) {
      // SQLite has already rolled back if the disk is full or the file damaged.
      if (db.inTransaction) {
        if (isInside) rollbackTo.run()
        ;(isInside ? release : rollback).run()
      }
      unemitted.length = before
      forget()
      throw writeFailure(db.name, thrown)
    } finally {
      depth -= 1
    }
    if (depth > 0) return result
    // Another room's transaction continues and may still be rolled back.
    if (isInside) {
      leave()
      forget()
    }
    emit()
    return result
  }

  /** Drops caches if another process has written since. */
  const noticeOthers = (): void => {
    const now = dataVersion.get()
    if (now === version) return
    version = now
    forget()
  }

  const emit = (): void => {
    for (const change of unemitted.splice(0)) for (const listener of listeners) callListener(listener, change)
  }

  /** A failing listener can't undo a saved change, so its error is handled separately. */
  const callListener = (listener: (change: ChangeRef) => void, change: ChangeRef): void => {
    try {
      listener(change)
    } catch (thrown) {
      queueMicrotask(() => {
        throw thrown
      })
    }
  }

  const together = <T>(work: () => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | undefined
      queue.push({
        run: () => {
          outcome = { value: atomically(work) }
        },
        settle: () => {
          if (outcome === undefined) reject(new SatchelError('internal'))
          else resolve(outcome.value)
        },
        reject,
      })
      if (queue.length === 1) draining = nextTurn().then(drain)
    })

  const drain = (): void => {
    const all = queue
    queue = []
    try {
      runShared(all)
      for (const { settle } of all) settle()
    } catch (thrown) {
      if (hasFailed) drainOneByOne(all)
      else for (const { reject } of all) reject(thrown)
    }
  }

  /** Failures are rare, and a savepoint for each would be a fifth of the cost. Any failure rolls back all. */
  const runShared = (all: readonly Queued[]): void => {
    hasFailed = false
    alone(() => {
      isShared = true
      try {
        for (const { run } of all) run()
      } finally {
        isShared = false
      }
      // Someone caught the error, and would continue with half of what was written.
      if (hasFailed) throw new SatchelError('internal')
    })
  }

  /** Each in a savepoint, so that it fails alone. */
  const drainOneByOne = (all: readonly Queued[]): void => {
    const failures = new Map<Queued, unknown>()
    try {
      atomically(() => {
        for (const one of all) runAlone(one, failures)
      })
    } catch (thrown) {
      for (const { reject } of all) reject(thrown)
      return
    }
    for (const one of all)
      if (failures.has(one)) one.reject(failures.get(one))
      else one.settle()
  }

  const runAlone = (one: Queued, failures: Map<Queued, unknown>): void => {
    try {
      one.run()
    } catch (thrown) {
      // The shared transaction no longer exists.
      if (!db.inTransaction) throw thrown
      failures.set(one, thrown)
    }
  }

  return {
    atomically,
    together,
    announce: (change) => {
      unemitted.push(change)
      if (depth === 0) emit()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settled: () => draining,
  }
}

/** After everything else that arrived in this turn of the event loop. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
