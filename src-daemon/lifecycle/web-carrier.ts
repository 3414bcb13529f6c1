import {
  listenOnLoopback,
  removeRedirectFiles,
  type Connections,
  type DaemonCore,
  type LoopbackCarrier,
} from '../api/index.ts'
import { SatchelError } from '../platform/errors.ts'

/**
 * Opens loopback carriers at the user's request. Each belongs to the connection that asked for it, and ends with it
 * however that ends: no port outlives its `satchel web`.
 */
export const createWebCarriers = (deps: { readonly rendererDir: string; readonly runDir: string }) => {
  const carriers = new Map<AbortSignal, Promise<LoopbackCarrier>>()
  removeRedirectFiles(deps.runDir)

  const close = async (owner: AbortSignal): Promise<void> => {
    const carrier = carriers.get(owner)
    carriers.delete(owner)
    // A carrier that couldn't open has already reported that to its caller.
    await carrier?.then(
      (open) => open.close(),
      () => undefined,
    )
  }

  const start = (owner: AbortSignal, input: Parameters<typeof listenOnLoopback>[0]) => {
    const carrier = listenOnLoopback(input)
    carriers.set(owner, carrier)
    carrier.catch(() => carriers.delete(owner))
    owner.addEventListener('abort', () => void close(owner), { once: true })
    return carrier
  }

  return {
    /** `port` applies to the first link only; later ones lead to the same. Errors: `port_taken`. */
    open: async ({
      port,
      redirect,
      until,
      ...rest
    }: Parameters<DaemonCore['openWeb']>[0] & { connections: Connections; core: DaemonCore }) => {
      const { rendererDir, runDir: redirectDir } = deps
      const carrier = await (carriers.get(until) ?? start(until, { port, rendererDir, redirectDir, ...rest }))
      if (until.aborted) {
        // The receiver of the link has disconnected meanwhile.
        await close(until)
        throw new SatchelError('shutting_down')
      }
      return carrier.link({ redirect })
    },
    close: async (): Promise<void> => {
      await Promise.all([...carriers.keys()].map(close))
    },
  }
}
