/**
 * Node's HTTP server. Loaded this way because `import` reads every export of `node:http`, and one of them loads a whole
 * HTTP client that a listening daemon never uses: 30 ms and several MB.
 */
export const { createServer } = process.getBuiltinModule('node:http')
