import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openNetworkGate, type NetworkGateInput } from '../network/index.ts'
import type { Sandbox } from './types.ts'

export interface ProgramGateDeps extends Pick<NetworkGateInput, 'log' | 'resolve'> {
  /** The folder of its socket; null for a port of this machine. */
  readonly socketDir: string | null
}

/** The network of one program: a gate to the hosts it was granted, open until `release`. */
export const openProgramGate = async (
  {
    grants: { hosts },
    ownHosts,
    onUnreached,
  }: Pick<Parameters<Sandbox['prepare']>[0], 'grants' | 'ownHosts' | 'onUnreached'>,
  { socketDir, log, resolve }: ProgramGateDeps,
) => {
  const socket = socketDir === null ? null : join(socketDir, `n${randomBytes(4).toString('hex')}.s`)
  const gate = await openNetworkGate({
    socket,
    hosts,
    ownHosts,
    log: (event) => {
      log?.(event)
      // Without the default port of TLS, as in a grant.
      if (event.outcome !== 'connected') onUnreached?.(event.host.replace(/:443$/, ''), event.outcome)
    },
    resolve,
  })
  return {
    address: gate.address,
    release: async () => {
      await gate.close()
      if (socket !== null) rmSync(socket, { force: true })
    },
  }
}
