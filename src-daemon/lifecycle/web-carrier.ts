import { listenOnLoopback, type Connections, type DaemonCore, type LoopbackCarrier } from '../api/index.ts'

/** Keeps the loopback carrier closed until the user asks for it, and makes links to it after that. */
export const createWebCarrier = (rendererDir: string) => {
  let carrier: Promise<LoopbackCarrier> | null = null

  return {
    /** `port` counts for the first link only; later links lead to the carrier that is open. Errors: `port_taken`. */
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
