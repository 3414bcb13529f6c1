/**
 * The one place that starts worker threads. Workers are named, not addressed by path: from source, the name stands for
 * the TypeScript file (Node strips the types), in a build for the bundle of that name in `out/main/`.
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
 * Starts the worker `name`; it gets `data` as `workerData`. An error while starting arrives as the worker's `error`
 * event. It shares the daemon's standard streams.
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
    // The parent's flags (a debugger's port, a test runner's loader) are not for the worker. Extism loads Node's WASI,
    // which prints an experimental warning even if unused.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })

/** Where the worker `name` is. */
export const workerUrl = (name: WorkerName): URL =>
  pathToFileURL(
    import.meta.url.endsWith('.ts')
      ? join(appRoot, workerSources[name])
      : join(appRoot, 'out', 'main', `${name}.js`),
  )
