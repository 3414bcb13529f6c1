/** The worker thread in which Automerge runs. The client (client.ts) sleeps while it works. */
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from '../../platform/worker-side.ts'
import { createDocuments, warmUp } from './documents.ts'
import { InvalidSequence } from './invalid-sequence.ts'
import { ENDED, unpackSequence, type WorkerAnswer, type WorkerRequest, type WorkerStart } from './messages.ts'

const { port, signal } = workerData as WorkerStart
const documents = createDocuments()

const answerTo = (request: WorkerRequest): WorkerAnswer => {
  try {
    const answer = documents(
      request.do === 'read'
        ? { ...request, sequence: unpackSequence(request.sequence) }
        : { ...request, sequence: request.sequence && unpackSequence(request.sequence) },
    )
    const { external_memory, used_heap_size } = getHeapStatistics()
    return { ok: true, answer, memory: external_memory + used_heap_size }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { ok: false, invalid: error instanceof InvalidSequence, problem }
  }
}

port.on('message', (request: WorkerRequest) => {
  port.postMessage(answerTo(request))
  Atomics.add(signal, 0, 1)
  Atomics.notify(signal, 0)
})
// Wakes the client if there will be no answer.
process.on('exit', () => {
  Atomics.store(signal, 0, ENDED)
  Atomics.notify(signal, 0)
})
warmUp()
// Everything is loaded; the client may be waiting for it without sleeping.
parentPort?.postMessage('loaded')
