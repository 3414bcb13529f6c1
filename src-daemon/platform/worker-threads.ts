/**
 * The one place that starts worker threads. A worker is named, not addressed by a path: run from source it is the
 * TypeScript file (Node strips the types), in a build the bundle of that name in `out/main/`.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads'
import { appRoot } from './app.ts'
import { workerSources, type WorkerName } from './workers.ts'

export {
  MessageChannel,
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
  type Worker,
} from 'node:worker_threads'

/**
 * Starts the worker `name`; `data` reaches it as `workerData`. Errors of the start itself arrive as the worker's `error`
 * event. Its standard streams are the daemon's own.
 */
export const startWorkerThread = (
  name: WorkerName,
  options: {
    readonly data?: unknown
    readonly transfer?: readonly Transferable[]
    readonly limits?: ResourceLimits
  } = {},
): Worker =>
  new Worker(workerUrl(name), {
    workerData: options.data,
    transferList: [...(options.transfer ?? [])],
    ...(options.limits === undefined ? {} : { resourceLimits: options.limits }),
    // Flags of the parent (a debugger's port, a test runner's loader) are not meant for it. Extism loads Node's WASI, which warns of
    // itself even where nobody uses it.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })

/** Where the worker `name` stands. */
export const workerUrl = (name: WorkerName): URL =>
  pathToFileURL(
    import.meta.url.endsWith('.ts')
      ? join(appRoot, workerSources[name])
      : join(appRoot, 'out', 'main', `${name}.js`),
  )
