import { afterEach, expect } from 'vitest'
import { openReplica, openReplicas, type Replica } from '../replicas.testing.ts'

/** As files go from one device to another: what `to` lacks, by its vectors. */
export const send = (from: Replica, to: Replica): { changes: number; applied: number; waiting: number } => {
  const since: unknown = JSON.parse(JSON.stringify(to.state.sync.vectors()))
  const { bytes } = from.state.sync.export({ scopes: null, since })
  return to.state.sync.import(bytes)
}
export const sendAll = (from: Replica, to: Replica) =>
  to.state.sync.import(from.state.sync.export({ scopes: null, since: null }).bytes)
export const exchange = (...all: readonly Replica[]): void => {
  for (const _round of [1, 2]) for (const from of all) for (const to of all) if (from !== to) send(from, to)
}
export const hashesOf = (replica: Replica): string[] =>
  replica
    .outgoing()
    .map(({ hash }) => Buffer.from(hash).toString('hex'))
    .sort()
export const title = (replica: Replica, id: string): unknown => replica.get(id).object['title']

export const same = (...all: readonly Replica[]): void => {
  const [first, ...others] = all
  if (first === undefined) return
  for (const other of others) {
    expect(hashesOf(other)).toEqual(hashesOf(first))
    expect(other.dump()).toEqual(first.dump())
  }
  for (const replica of all) {
    expect(replica.check().differences).toEqual([])
    expect(replica.engine.db.prepare('SELECT count(*) FROM pending_changes').pluck().get()).toBe(0)
    expect(replica.reported).toEqual([])
    // Rebuilt, the views are the same: nothing depends on the order of arrival.
    const before = replica.dump()
    replica.engine.views.rebuild()
    expect(replica.dump()).toEqual(before)
  }
}

/** Replicas that are closed after each test, and copies of them that go on under the same name. */
export const useBranching = () => {
  const opened = new Set<Replica>()
  const kept = (replica: Replica): Replica => {
    opened.add(replica)
    return replica
  }
  const replicas = (count: number): Replica[] => openReplicas(count).map(kept)
  /** Another replica with the data of this one, and its name. */
  const copyOf = (replica: Replica): Replica => kept(openReplica(replica.copy()))
  afterEach(() => {
    for (const replica of opened) replica.close()
    opened.clear()
  })

  const one = (): Replica => {
    const [a] = replicas(1)
    if (a === undefined) throw new Error('no replica')
    return a
  }

  return { one, copyOf, replicas, opened, kept }
}
