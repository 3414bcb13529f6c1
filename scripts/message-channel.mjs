// Happy DOM has no MessageChannel, and a test file in a context of its own doesn't see Node's.
import { MessageChannel } from 'node:worker_threads'

globalThis.MessageChannel ??= MessageChannel
