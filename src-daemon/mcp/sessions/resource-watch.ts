import type { Client, McpSubscription } from '@modelcontextprotocol/client'
import type { Exchange, ExchangeOptions as Options } from './ask.ts'

/** Watches resources of one server; several watchers of one resource share a subscription. */
export interface ResourceWatch {
  /** Calls `changed` each time the resource changes; returns a function that ends this. */
  watch(resource: string, changed: () => void, options?: Options): Promise<() => Promise<void>>
  /** Call it when the server reported that a watched resource has changed. */
  changed(resource: string): void
}

export const createResourceWatch = (client: Client, exchange: Exchange): ResourceWatch => {
  const watchers = new Map<string, Set<() => void>>()
  const ends = new Map<string, () => Promise<void>>()

  /** The newer protocol reports changes in a separate stream, the older one among other messages. */
  const subscribe = async (uri: string, options: Options): Promise<() => Promise<void>> => {
    if (client.getProtocolEra() === 'modern') {
      const stream = await exchange<McpSubscription>(uri, options, (request) =>
        client.listen({ resourceSubscriptions: [uri] }, request),
      )
      return () => stream.close()
    }
    await exchange(uri, options, (request) => client.subscribeResource({ uri }, request))
    return async () => {
      await exchange(uri, {}, (request) => client.unsubscribeResource({ uri }, request))
    }
  }

  const watch: ResourceWatch['watch'] = async (resource, changed, options = {}) => {
    const there = watchers.get(resource)
    if (there !== undefined) {
      there.add(changed)
      return async () => {
        await leave(resource, changed)
      }
    }
    watchers.set(resource, new Set([changed]))
    try {
      ends.set(resource, await subscribe(resource, options))
    } catch (thrown) {
      watchers.delete(resource)
      throw thrown
    }
    return async () => {
      await leave(resource, changed)
    }
  }

  const leave = async (resource: string, changed: () => void): Promise<void> => {
    const there = watchers.get(resource)
    there?.delete(changed)
    if (there === undefined || there.size > 0) return
    watchers.delete(resource)
    const end = ends.get(resource)
    ends.delete(resource)
    await end?.()
  }

  return {
    watch,
    changed: (resource) => {
      for (const changed of watchers.get(resource) ?? []) changed()
    },
  }
}
