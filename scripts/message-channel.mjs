// Happy DOM has no MessageChannel, and a file in a context of its own does not see Node's.
import { MessageChannel } from 'node:worker_threads'

globalThis.MessageChannel ??= MessageChannel
