/** What a worker thread takes of its owner. Apart from worker-threads.ts, so that a worker loads nothing it does not need. */
export { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
