import { listenOnLoopback, type Connections, type DaemonCore, type LoopbackCarrier } from '../api/index.ts'

/** Starts the loopback carrier on the user's first request, and creates links to it. */
export const createWebCarrier = (rendererDir: string) => {
  let carrier: Promise<LoopbackCarrier> | null = null

  return {
    /** `port` applies to the first link only; later links use the open carrier. Errors: `port_taken`. */
    open: async (input: {
      port: number
      connections: Connections
      core: DaemonCore
    }): Promise<{ url: string; expiresAt: string }> => {
      carrier ??= listenOnLoopback({ ...input, rendererDir })
      try {
        return (await carrier).link()
      } catch (error) {
        carrier = null
        throw error
      }
    },
    close: async (): Promise<void> => {
      const open = carrier
      carrier = null
      if (open !== null) await (await open).close()
    },
  }
}
