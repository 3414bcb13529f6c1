import { setTimeout } from 'node:timers/promises'
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client'
import { SatchelError } from '../../platform/errors.ts'
import { readAnswer } from '../wire/answers.ts'
import { readFromServer } from '../wire/from-server.ts'
import type { OpenRequests } from '../wire/open-requests.ts'
import { unreadable } from '../wire/unreadable.ts'
import type { ServerLog } from './server-log.ts'

/** The request that distinguishes a server of the newest protocol from an older one. */
const PROBE = 'server/discover'
const METHOD_NOT_FOUND = -32_601

/**
 * Puts Satchel's lenient reading between a transport and the client, which validates strictly: answers and requests of the
 * server are read leniently, and the secrets it was given are removed from everything it sends.
 */
export const readWell = (
  transport: Transport,
  { open, log }: { readonly open: OpenRequests; readonly log: Pick<ServerLog, 'masked'> },
): void => {
  // Each transport calls `onmessage`, which the client sets later.
  let receive: Transport['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    get: (): Transport['onmessage'] =>
      receive === undefined
        ? undefined
        : (message, extra) => receive?.(log.masked(readOne(message, open)), extra),
    set: (next: Transport['onmessage']) => {
      receive = next
    },
  })
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    open.sent(message)
    await send(message, options)
  }
}

const readOne = (message: JSONRPCMessage, open: OpenRequests): JSONRPCMessage => {
  if ('method' in message) return readFromServer(message)
  const method = message.id === undefined ? null : open.answer(message.id)
  if (method === null || !('result' in message)) return message
  const result = readAnswer(method, message.result)
  return result === null
    ? unreadable(message.id, 'answer_lacks', JSON.stringify(message.result))
    : { ...message, result }
}

/**
 * An address, unlike a program, may refuse a message. A notification that is refused, or not accepted for `probeMs`, is
 * ignored; an answer that ends too early is an error at once; a server that refuses the newest protocol's request in
 * any way, or is silent for `probeMs`, doesn't support it.
 */
export const forgiveRefusals = (
  transport: Transport,
  { open, probeMs, log }: { readonly open: OpenRequests; readonly probeMs: number; readonly log: ServerLog },
): void => {
  const send = transport.send.bind(transport)
  const answer = (message: JSONRPCMessage & { id?: RequestId | undefined }): void => {
    if (message.id !== undefined && open.has(message.id)) transport.onmessage?.(message)
  }
  transport.send = async (message, options) => {
    if (!('method' in message)) {
      await send(message, options)
      return
    }
    if (!('id' in message)) {
      const sent = send(message, options).catch((thrown: unknown) => {
        if (needsSignIn(thrown)) throw thrown
        log.line(`${message.method}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      })
      await Promise.race([sent, setTimeout(probeMs, null, { ref: false })])
      return
    }
    const { id, method } = message
    const sending = send(message, {
      ...options,
      onRequestStreamEnd:
        options?.onRequestStreamEnd ??
        (() => {
          answer(unreadable(id, 'answer_cut_off', ''))
        }),
    })
    if (method !== PROBE) {
      await sending
      return
    }
    const unknown = (why: string): void => {
      answer({ jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: why } })
    }
    void setTimeout(probeMs, 'no answer', { ref: false }).then(unknown)
    try {
      await sending
    } catch (thrown) {
      if (needsSignIn(thrown)) throw thrown
      unknown(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
}

const needsSignIn = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'server_signin_needed'
