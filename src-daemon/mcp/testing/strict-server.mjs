// A server of the newest protocol that keeps to it once it was asked for it, as those of the Python SDK do.
import { createInterface } from 'node:readline'

const PROTOCOL = '2026-07-28'
const discovered = {
  resultType: 'complete',
  supportedVersions: [PROTOCOL],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
}
const unsupported = {
  code: -32022,
  message: `connection is serving the ${PROTOCOL} protocol; the initialize handshake is not accepted`,
  data: { supported: [PROTOCOL], requested: '2025-11-25' },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const body = method === 'server/discover' ? { result: discovered } : { error: unsupported }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
})
