import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startWorkerThread, workerUrl } from './worker-threads.ts'
import { workerSources, type WorkerName } from './workers.ts'

const names = Object.keys(workerSources) as WorkerName[]

it.each(names)('finds and starts %s from its source', async (name) => {
  expect(existsSync(workerUrl(name))).toBe(true)
  const worker = startWorkerThread(name)
  worker.on('error', () => undefined) // it misses what its owner would give it
  await once(worker, 'online')
  await worker.terminate()
})
