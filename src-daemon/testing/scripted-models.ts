/** What the stand-ins of model servers have in common: requests that are kept, and answers from the scripts of the Ollama stand-in. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  loadScripts,
  type Reply,
  replyTo,
  type ScriptedChatRequest,
  type ScriptInput,
  scriptSchema,
} from '../../e2e/ollama-server/script.ts'

export interface ModelRequest {
  readonly what: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  /** The client went away before the answer was complete. */
  closedEarly: boolean
}

export interface ScriptedModels {
  /** The origin. */
  readonly url: string
  /** Oldest first. */
  readonly requests: readonly ModelRequest[]
  close(): Promise<void>
}

export interface ScriptedModelsOptions {
  readonly script?: ScriptInput
  /** The only key that is accepted. */
  readonly key?: string
  readonly failureHeaders?: Readonly<Record<string, string>>
}

type Chunk = Reply['chunks'][number]

/** One protocol. */
export interface ScriptedProtocol {
  /** The request for an answer as the scripts look at it; null if it is none. */
  asked(request: Omit<ModelRequest, 'closedEarly'>): ScriptedChatRequest | null
  /** The answer to any other request; undefined: there's no such address. */
  other(what: string): unknown
  readonly keyOf: (headers: ModelRequest['headers']) => unknown
  readonly refusal: (status: number, message: string) => unknown
  /** Events of the stream: its beginning, one chunk, and its end. */
  events(reply: Reply): {
    readonly begin: readonly string[]
    readonly chunk: (chunk: Chunk) => readonly string[]
    readonly end: (reply: Reply) => readonly string[]
  }
}

/** Starts a server that speaks `protocol`, on loopback. */
export const startScriptedModels = async (
  protocol: ScriptedProtocol,
  { script, key, failureHeaders = {} }: ScriptedModelsOptions,
): Promise<ScriptedModels> => {
  const scripts = script === undefined ? loadScripts() : [scriptSchema.parse(script)]
  const requests: ModelRequest[] = []

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const record: ModelRequest = {
      what: `${request.method ?? ''} ${pathname}`,
      headers: request.headers,
      body: await readJson(request),
      closedEarly: false,
    }
    requests.push(record)
    response.once('close', () => (record.closedEarly = !response.writableFinished))
    const refuse = (status: number, message: string): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...failureHeaders })
      response.end(JSON.stringify(protocol.refusal(status, message)))
    }
    if (key !== undefined && protocol.keyOf(request.headers) !== key) {
      refuse(401, 'invalid key')
      return
    }
    const asked = protocol.asked(record)
    if (asked !== null) {
      const reply = replyTo(scripts, asked)
      if (reply === null) refuse(500, 'no recorded script answers this request')
      else if (reply.status !== undefined) refuse(reply.status, reply.error ?? 'error')
      else await stream(reply, response)
      return
    }
    const other = protocol.other(record.what)
    if (other === undefined) refuse(404, 'Not found')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(other))
  }

  const stream = async (reply: Reply, response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const { begin, chunk, end } = protocol.events(reply)
    for (const event of begin) response.write(event)
    for (const one of reply.chunks)
      for (let time = 0; time < (one.repeat ?? 1) && !response.destroyed; time += 1) {
        await sleep(one.delayMs ?? 1)
        if (one.raw !== undefined) response.write(one.raw)
        for (const event of chunk(one)) response.write(event)
      }
    if (reply.end === 'cut') {
      await sleep(20)
      response.destroy()
    } else if (reply.end === 'open') response.end()
    else if (reply.end === 'done') {
      for (const event of end(reply)) response.write(event)
      response.end()
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((thrown: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(400).end(thrown instanceof Error ? thrown.message : String(thrown))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** The arguments of a scripted call as JSON. */
export const argumentsOf = (args: string | Readonly<Record<string, unknown>>): string =>
  typeof args === 'string' ? args : JSON.stringify(args)

const readJson = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
