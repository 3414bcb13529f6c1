/** The daemon's entry: everything else is loaded after V8 has been told where it finds that compiled. */
import { useCodeCache } from './platform/code-cache.ts'

useCodeCache(process.env)
const { runDaemon } = await import('./run-daemon.ts')
await runDaemon()
