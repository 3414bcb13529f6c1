/**
 * Every worker thread of the daemon: its name, also that of its bundle, and its source, relative to the app's folder.
 */
export const workerSources = {
  'query-worker': 'src-daemon/state/asmql/query-worker.ts',
  'search-worker': 'src-daemon/state/search/search-worker.ts',
  'schema-worker': 'src-daemon/schemas/worker.ts',
  'sequence-worker': 'src-daemon/state/sequences/worker.ts',
  'wasm-worker': 'src-daemon/bindings/wasm/worker.ts',
  'verify-worker': 'src-daemon/registry/indexer/verifying/worker.ts',
  'strength-worker': 'src-daemon/identity/stores/strength-worker.ts',
  'backup-worker': 'src-daemon/backups/worker.ts',
  'ipfs-worker': 'src-daemon/registry/ipfs/embedded/worker.ts',
} as const

export type WorkerName = keyof typeof workerSources
