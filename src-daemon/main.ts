/** The daemon's entry: sets V8's compile cache before loading everything else. */
import { useCodeCache } from './platform/code-cache.ts'

useCodeCache(process.env)
const { runDaemon } = await import('./run-daemon.ts')
await runDaemon()
