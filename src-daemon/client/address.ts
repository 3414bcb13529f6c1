import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { rpcPath } from '../api/core/handshake.ts'
import type { Caller } from '../contract/capability-ref.ts'
import { SatchelError } from '../platform/errors.ts'
import { refuseForeignOwner } from '../platform/ownership.ts'
import type { DataPaths } from '../platform/paths.ts'
import { refuseUnsafeSocketDir } from '../platform/socket-place.ts'

/** Where a running daemon answers. */
export interface DaemonAddress {
  readonly socket: string
}

/** A WebSocket to the daemon, as `caller`. The handshake travels in its path; see `api/core/handshake.ts` for the close codes. */
export const openSocket = (address: DaemonAddress, caller: Exclude<Caller, 'internal'>): WebSocket =>
  new WebSocket(`ws://satchel${rpcPath(caller)}`, {
    createConnection: () => connect(address.socket),
    perMessageDeflate: false,
  })

/**
 * The address of the daemon that answers now; null when none does. Errors: `data_dir_foreign` when the socket, or a
 * folder outside the data directory that it is in, is another user's; `data_dir_exposed` when others can write there.
 */
export const findDaemon = async (paths: DataPaths): Promise<DaemonAddress | null> => {
  refuseUnsafeSocketDir(paths)
  const answers = await new Promise<boolean>((resolve, reject) => {
    const probe = connect(paths.socket)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', (cause) => {
      const absent =
        'code' in cause &&
        ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'ENOTSOCK', 'ENOTDIR'].includes(String(cause.code))
      if (absent) resolve(false)
      else reject(new SatchelError('daemon_unreachable', { params: { problem: cause.message }, cause }))
    })
  })
  if (!answers) return null
  if (process.platform !== 'win32') refuseForeignOwner(paths.socket)
  return { socket: paths.socket }
}
