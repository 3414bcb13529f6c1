import type { RequestListener } from 'node:http'
import type { Server, ServerOptions } from 'node:https'

/**
 * Node's HTTP server, for all that listens. Loaded this way because `import` reads every export of `node:http`, and one of them
 * loads a whole HTTP client that a listening daemon never uses: 30 ms and several MB.
 */
export const { createServer } = process.getBuiltinModule('node:http')

/** The same over TLS, loaded when it is needed. */
export const createTlsServer = (options: ServerOptions, listener: RequestListener): Server =>
  process.getBuiltinModule('node:https').createServer(options, listener)
