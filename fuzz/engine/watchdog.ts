/** A thread that ends the process when one run doesn't end, and leaves its input. */
import { Worker } from 'node:worker_threads'

const MAX_INPUT = 1024 * 1024

/** Watches over runs: call `running` before each. Inputs of runs that don't end are written to `path`. */
export const createWatchdog = (path: string, { longestMs = 30_000 } = {}) => {
  const shared = new SharedArrayBuffer(16 + MAX_INPUT)
  const head = new Int32Array(shared, 0, 2) // which run, and the size of its input
  const bytes = new Uint8Array(shared, 16)
  const worker = new Worker(WATCH, { eval: true, workerData: { shared, path, longestMs } })
  worker.unref()
  return {
    running: (input: Uint8Array): void => {
      const part = input.subarray(0, MAX_INPUT)
      bytes.set(part)
      head[1] = part.length
      Atomics.add(head, 0, 1)
    },
    close: () => worker.terminate(),
  }
}

const WATCH = `
const { workerData: { shared, path, longestMs } } = require('node:worker_threads')
const { writeFileSync } = require('node:fs')
const head = new Int32Array(shared, 0, 2)
const workMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
let last = -1
let since = { work: 0, time: 0 }
setInterval(() => {
  const now = Atomics.load(head, 0)
  if (now !== last || now === 0) { last = now; since = { work: workMs(), time: performance.now() }; return }
  // On a busy machine, a run may get no processor for half a minute.
  if (workMs() - since.work < longestMs && performance.now() - since.time < 20 * longestMs) return
  writeFileSync(path, Buffer.from(new Uint8Array(shared, 16, head[1])))
  console.error('A run did not end. Its input: ' + path)
  process.kill(process.pid, 'SIGKILL')
}, longestMs / 6)
`
