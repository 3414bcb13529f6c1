import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  loadScripts,
  type Reply,
  replyTo,
  type ScriptedChatRequest,
  type ScriptInput,
  scriptSchema,
} from '../../e2e/ollama-server/script.ts'

/** A request the server got. `closedEarly` turns true when the client went away before the answer was complete. */
export interface OpenAiRequest {
  readonly what: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  closedEarly: boolean
}

export interface OpenAiServer {
  /** With `/v1`. */
  readonly url: string
  /** Oldest first. */
  readonly requests: readonly OpenAiRequest[]
  /** Bodies of the requests for answers. */
  chats(): Readonly<Record<string, unknown>>[]
  close(): Promise<void>
}

export interface OpenAiServerOptions {
  readonly port?: number
  readonly script?: ScriptInput
  /** Entries of `/models`; null = there is no such list. */
  readonly models?: readonly Readonly<Record<string, unknown>>[] | null
  /** The only key that is accepted. */
  readonly key?: string
  /** Parameters that are refused with 400, as servers without them do. */
  readonly refuse?: readonly string[]
  /** How the stream is written: with CRLF, a comment before every event, in pieces of so many bytes. */
  readonly crlf?: boolean
  readonly comments?: boolean
  readonly pieceBytes?: number
  /** Whether arguments of calls come in fragments; `unnumbered`: and without an index. */
  readonly fragments?: boolean | 'unnumbered'
  readonly usage?: boolean
  /** The embedding of a text; by default one that only distinguishes lengths. */
  readonly vectorOf?: (text: string) => readonly number[]
  /** Headers of failures. */
  readonly failureHeaders?: Readonly<Record<string, string>>
}

/** Starts a server that speaks OpenAI's protocol from the scripts of the Ollama stand-in, on loopback. */
export const startOpenAiServer = async (options: OpenAiServerOptions = {}): Promise<OpenAiServer> => {
  const scripts = options.script === undefined ? loadScripts() : [scriptSchema.parse(options.script)]
  const requests: OpenAiRequest[] = []
  const models = options.models === undefined ? [{ id: 'test-model', object: 'model' }] : options.models

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const what = `${request.method ?? ''} ${new URL(request.url ?? '/', 'http://localhost').pathname}`
    const body = await readJson(request)
    const record: OpenAiRequest = { what, headers: request.headers, body, closedEarly: false }
    requests.push(record)
    response.once('close', () => (record.closedEarly = !response.writableFinished))
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`)
      fail(response, 401, 'Incorrect API key provided')
    else if (what === 'GET /v1/models' && models !== null)
      sendJson(response, 200, { object: 'list', data: models })
    else if (what === 'POST /v1/embeddings') embed(body, response)
    else if (what === 'POST /v1/chat/completions') await chat(body, response)
    else fail(response, 404, 'Not found')
  }

  const fail = (response: ServerResponse, status: number, message: string): void => {
    for (const [name, value] of Object.entries(options.failureHeaders ?? {})) response.setHeader(name, value)
    sendJson(response, status, { error: { message, type: 'invalid_request_error', code: null } })
  }

  const embed = (body: Readonly<Record<string, unknown>>, response: ServerResponse): void => {
    const texts = z.array(z.string()).parse(body['input'])
    const { vectorOf = (text: string) => [text.length, 3, 4] } = options
    // Backwards, as the protocol numbers them.
    const data = texts
      .map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
      .reverse()
    sendJson(response, 200, { object: 'list', data, model: body['model'] })
  }

  const chat = async (body: Readonly<Record<string, unknown>>, response: ServerResponse): Promise<void> => {
    const refused = (options.refuse ?? []).find((name) => body[name] !== undefined)
    if (refused !== undefined) {
      fail(response, 400, `Unsupported parameter: ${refused}`)
      return
    }
    const reply = replyTo(scripts, asScripted(body))
    if (reply === null) fail(response, 500, 'no recorded script answers this request')
    else if (reply.status !== undefined) fail(response, reply.status, reply.error ?? 'error')
    else await stream(body, reply, response)
  }

  const stream = async (
    body: Readonly<Record<string, unknown>>,
    reply: Reply,
    response: ServerResponse,
  ): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    const end = options.crlf === true ? '\r\n' : '\n'
    const write = async (text: string): Promise<void> => {
      const bytes = Buffer.from(text)
      const size = options.pieceBytes ?? bytes.length
      for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
        response.write(bytes.subarray(at, at + size))
        if (size < bytes.length) await sleep(0)
      }
    }
    const send = async (value: unknown): Promise<void> => {
      if (options.comments === true) await write(`: keep-alive${end}${end}`)
      await write(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}${end}${end}`)
    }
    const event = (delta: unknown, finish: string | null = null) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: body['model'],
      choices: [{ index: 0, delta, finish_reason: finish }],
    })

    let called = 0
    for (const { delayMs, raw, error, repeat = 1, content, thinking, tool_calls: calls } of reply.chunks) {
      for (let time = 0; time < repeat && !response.destroyed; time += 1) {
        await sleep(delayMs ?? 0)
        if (raw !== undefined) await write(raw)
        if (error !== undefined) await send({ error: { message: error } })
        if (thinking !== undefined) await send(event({ reasoning_content: thinking }))
        if (content !== undefined) await send(event({ content }))
        for (const call of calls ?? []) {
          for (const fragment of fragmentsOf(call, called, options.fragments ?? true))
            await send(event({ tool_calls: [fragment] }))
          called += 1
        }
      }
    }
    if (reply.end === 'cut') {
      await sleep(20)
      response.destroy()
    } else if (reply.end === 'open') response.end()
    else if (reply.end === 'done') {
      await send(event({}, called > 0 ? 'tool_calls' : reply.done_reason))
      if (options.usage !== false && body['stream_options'] !== undefined) {
        const usage = {
          prompt_tokens:
            reply.prompt_eval_count ??
            Math.ceil(JSON.stringify([body['messages'], body['tools'] ?? []]).length / 4),
          completion_tokens: reply.eval_count ?? Math.max(1, reply.chunks.length),
        }
        await send({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage })
      }
      await send('[DONE]')
      response.end()
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else fail(response, 400, error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')

  return {
    url: `http://127.0.0.1:${String(address.port)}/v1`,
    requests,
    chats: () => requests.filter(({ what }) => what.endsWith('/chat/completions')).map(({ body }) => body),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

type ScriptedCall = NonNullable<Reply['chunks'][number]['tool_calls']>[number]

const fragmentsOf = (
  { id, function: { name, arguments: args } }: ScriptedCall,
  number: number,
  how: boolean | 'unnumbered',
): unknown[] => {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  const place = how === 'unnumbered' ? {} : { index: number }
  const first = { ...place, id: id ?? `call_${String(number)}`, type: 'function' }
  if (how === false) return [{ ...first, function: { name, arguments: text } }]
  const pieces = text.match(/[\s\S]{1,7}/gu) ?? []
  return [
    { ...first, function: { name, arguments: '' } },
    ...pieces.map((piece) => ({ ...place, function: { arguments: piece } })),
  ]
}

const wireSchema = z.object({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
  response_format: z
    .object({ json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }) })
    .optional(),
})

/** The request as the scripts look at it. */
const asScripted = (body: unknown): ScriptedChatRequest => {
  const { model, messages, tools, response_format: format } = wireSchema.parse(body)
  return {
    model,
    stream: true,
    messages: messages.map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : content === null ? '' : JSON.stringify(content),
    })),
    tools,
    format: format?.json_schema.schema,
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const readJson = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}
