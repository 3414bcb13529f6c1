import type { lookup as resolveName } from 'node:dns'
import { type Connections, loadConnections } from './connections.ts'
import type { Trust } from './trusted-ca.ts'

/** The connections under what is trusted now. */
export interface CurrentConnections {
  /** Sends something through them. They stay open until it is answered, whatever is trusted meanwhile. */
  use<T>(send: (connections: Connections) => Promise<T>): Promise<T>
  /** Ends all, also those that are left from before. */
  destroy(): Promise<void>
}

interface Generation {
  readonly trust: Trust
  readonly connections: Promise<Connections>
  users: number
}

/** Connections made under other trust are never used again: each change begins a new generation. */
export const createCurrentConnections = (
  resolve: typeof resolveName,
  trust: () => Trust,
): CurrentConnections => {
  const open = new Set<Generation>()
  let current: Generation | null = null

  const now = (): Generation => {
    const trusted = trust()
    if (current?.trust === trusted) return current
    const before = current
    current = { trust: trusted, connections: loadConnections(resolve, trusted), users: 0 }
    open.add(current)
    if (before !== null) closeIfUnused(before)
    return current
  }

  /** Answers that are still read go on to their end. */
  const closeIfUnused = (generation: Generation): void => {
    if (generation === current || generation.users > 0) return
    void generation.connections
      .then(({ all }) => Promise.all(all().map((dispatcher) => dispatcher.close())))
      .catch(() => undefined) // `destroy` came first.
      .then(() => open.delete(generation))
  }

  return {
    use: async (send) => {
      const generation = now()
      generation.users += 1
      try {
        return await send(await generation.connections)
      } finally {
        generation.users -= 1
        closeIfUnused(generation)
      }
    },
    destroy: async () => {
      const all = [...open]
      open.clear()
      current = null
      const loaded = await Promise.all(all.map(({ connections }) => connections))
      await Promise.all(loaded.flatMap((one) => one.all()).map((dispatcher) => dispatcher.destroy()))
    },
  }
}
