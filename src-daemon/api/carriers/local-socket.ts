import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { SatchelError } from '../../platform/errors.ts'
import { createServer } from '../../platform/http-server.ts'
import type { Connections } from './connections.ts'
import { PROGRAM_PATH } from '../core/handshake.ts'
import type { ProgramConnections } from './programs.ts'

/**
 * Carrier (a): a Unix socket only this user can open (0600 in a 0700 directory), or a named pipe on Windows. Everyone
 * who can open it acts for the user. Only the owner of the data directory may call this: an existing socket belongs to
 * a dead process and is replaced. Errors: `socket_unusable`.
 */
export const listenOnLocalSocket = async (input: {
  path: string
  connections: Connections
  programs: ProgramConnections
}): Promise<{ close: () => Promise<void> }> => {
  removeDeadSocket(input.path)
  const server = createServer((_request, response) => {
    response.writeHead(404).end()
  })
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith(PROGRAM_PATH) === true) input.programs.upgrade(request, socket, head)
    else input.connections.upgrade(request, socket, head, ['renderer', 'cli', 'mcp'])
  })
  const mask = process.platform === 'win32' ? null : process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(input.path, resolve)
    })
    if (mask !== null) chmodSync(input.path, 0o600)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('socket_unusable', { params: { path: input.path, problem }, cause })
  } finally {
    if (mask !== null) process.umask(mask)
  }
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

const removeDeadSocket = (path: string): void => {
  if (process.platform === 'win32') return
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  // Never delete what isn't ours: a file the user put there stays, and the error names it.
  if (!found.isSocket())
    throw new SatchelError('socket_unusable', {
      params: { path, problem: 'a file that is not a socket is there' },
    })
  rmSync(path)
}
