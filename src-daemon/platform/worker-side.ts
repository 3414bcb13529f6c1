/**
 * What a worker thread needs to talk to its owner. Separate from worker-threads.ts, so that a worker loads nothing it
 * does not need.
 */
export { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
