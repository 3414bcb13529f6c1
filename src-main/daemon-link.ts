import { z } from 'zod'
import type { ConnectFailure, ShellCloseCode } from './port-frames.ts'
import type { RelaySocket } from './relay.ts'
import type { DaemonStatus } from './tray.ts'

/** The close code of a daemon of another version. */
const otherVersion: ShellCloseCode = 4001

export interface DaemonLinkDeps<Address> {
  /** Finds the running daemon or starts one. Errors: `version_mismatch`, `daemon_unreachable`. */
  readonly ensure: () => Promise<Address>
  /** Starts a connection on the renderer's behalf. */
  readonly open: (address: Address) => RelaySocket
  /** Stops the running daemon, whatever its version, and waits for its exit. */
  readonly stop: () => Promise<unknown>
  readonly onStatus: (status: DaemonStatus) => void
}

/** The shell's control of the daemon: connects windows to it, restarts it, and stops it on request. */
export const createDaemonLink = <Address>({ ensure, open, stop, onStatus }: DaemonLinkDeps<Address>) => {
  let starting: Promise<Address> | undefined
  // Windows that ask at the same time share one start: a second daemon that is slow to start would find the directory
  // free once the first is stopped, and stay.
  const ensureOnce = (): Promise<Address> =>
    (starting ??= ensure().finally(() => {
      starting = undefined
    }))

  const connect = async (): Promise<RelaySocket> => {
    onStatus('connecting')
    try {
      const socket = open(await ensureOnce())
      socket.on('open', () => {
        onStatus('running')
      })
      socket.on('close', (code) => {
        onStatus(code === otherVersion ? 'otherVersion' : 'unreachable')
      })
      return socket
    } catch (thrown) {
      onStatus(describeFailure(thrown).code === 'version_mismatch' ? 'otherVersion' : 'unreachable')
      throw thrown
    }
  }

  const restart = async (): Promise<ConnectFailure | null> => {
    try {
      await stop()
      await ensureOnce()
      return null
    } catch (thrown) {
      onStatus('unreachable')
      return describeFailure(thrown)
    }
  }

  return { connect, restart, stop }
}

export type DaemonLink = ReturnType<typeof createDaemonLink>

const failureShape = z.object({
  code: z.string().regex(/^[a-z_]+$/),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** The code and params of a thrown value; without a code it is `daemon_unreachable` with the message as the problem. */
export const describeFailure = (thrown: unknown): ConnectFailure => {
  const known = failureShape.safeParse(thrown)
  if (known.success) return known.data
  const problem = thrown instanceof Error ? thrown.message : String(thrown)
  return { code: 'daemon_unreachable', params: { problem } }
}
