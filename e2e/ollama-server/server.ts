import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { findModel, listEntry, MODELS, type ScriptedModel, showAnswer } from './models.ts'
import {
  chatRequestSchema,
  loadScripts,
  type Reply,
  replyTo,
  type ScriptedChatRequest,
  type ScriptInput,
  scriptSchema,
} from './script.ts'

/** A request the server got. `closedEarly` turns true when the client went away before the answer was complete. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  /** The client's port: the same as long as it uses the same connection. */
  readonly port: number
  closedEarly: boolean
}

export interface OllamaServer {
  readonly url: string
  /** Oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Bodies of the requests to `/api/chat`. */
  chats(): ScriptedChatRequest[]
  /** Puts a model into its memory, until then. */
  load(model: string, until: string): void
  close(): Promise<void>
}

/**
 * Starts a server that speaks Ollama's protocol from recorded scripts, on loopback. `script`: names of files in `scripts/`, or
 * a script; all files when left out. `models`: what it has; the usual two when left out. `GET /_recorded` answers with `requests`, for tests
 * that run it as a process.
 */
export const startOllamaServer = async (
  options: {
    port?: number
    script?: readonly string[] | ScriptInput
    models?: readonly ScriptedModel[]
    /** Milliseconds every answer waits. */
    delayMs?: number
    /** What an embedding model makes of a text; one that tells lengths apart when left out. What it throws is answered as a failure. */
    vectorOf?: (text: string) => readonly number[] | Promise<readonly number[]>
  } = {},
): Promise<OllamaServer> => {
  const given = options.script
  const scripts =
    given === undefined || !('turns' in given) ? loadScripts(given) : [scriptSchema.parse(given)]
  const models = [...(options.models ?? MODELS)]
  const requests: RecordedRequest[] = []
  const loaded = new Map<string, string>()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/_recorded') {
      sendJson(response, 200, requests)
      return
    }
    const body = await readJson(request)
    const record: RecordedRequest = {
      method: request.method ?? '',
      path,
      body,
      port: request.socket.remotePort ?? 0,
      closedEarly: false,
    }
    requests.push(record)
    response.once('close', () => (record.closedEarly = !response.writableFinished))
    await sleep(options.delayMs ?? 0)
    await route(`${record.method} ${path}`, body, response)
  }

  const route = async (what: string, body: unknown, response: ServerResponse): Promise<void> => {
    switch (what) {
      case 'GET /':
      case 'HEAD /':
        response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('Ollama is running')
        return
      case 'GET /api/version':
        sendJson(response, 200, { version: '0.17.7' })
        return
      case 'GET /api/tags':
        sendJson(response, 200, { models: models.map(listEntry) })
        return
      case 'GET /api/ps':
        sendJson(response, 200, {
          models: models.flatMap((model) => {
            const until = loaded.get(model.name)
            if (until === undefined) return []
            return [{ ...listEntry(model), size_vram: model.size, expires_at: until }]
          }),
        })
        return
      case 'POST /api/embed':
        await embed(embedSchema.parse(body), response)
        return
      case 'POST /api/show': {
        const { model, name } = namedSchema.parse(body)
        const found = findModel(models, model ?? name ?? '')
        if (found === undefined) notFound(response, model ?? name ?? '')
        else sendJson(response, 200, showAnswer(found))
        return
      }
      case 'POST /api/chat':
        await chat(chatRequestSchema.parse(body), response)
        return
      case 'POST /api/generate':
        generate(generateSchema.parse(body), response)
        return
      case 'POST /api/pull':
        await pull(namedSchema.parse(body), response)
        return
      case 'DELETE /api/delete': {
        const { model, name } = namedSchema.parse(body)
        const index = models.findIndex((one) => one.name === (model ?? name))
        if (index === -1) notFound(response, model ?? name ?? '')
        else {
          models.splice(index, 1)
          response.writeHead(200).end()
        }
        return
      }
      default:
        response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    }
  }

  const chat = async (request: ScriptedChatRequest, response: ServerResponse): Promise<void> => {
    const model = findModel(models, request.model)
    if (model === undefined) {
      notFound(response, request.model)
      return
    }
    if ((request.tools ?? []).length > 0 && !model.capabilities.includes('tools')) {
      const error = `registry.ollama.ai/library/${model.name} does not support tools`
      sendJson(response, 400, { error })
      return
    }
    const reply = replyTo(scripts, request)
    if (reply === null) sendJson(response, 500, { error: 'no recorded script answers this request' })
    else if (reply.status !== undefined) sendJson(response, reply.status, { error: reply.error ?? 'error' })
    else if (request.stream) await streamReply(request, reply, response)
    else sendJson(response, 200, { ...wholeReply(request, reply), ...finalFields(request, reply) })
  }

  const generate = (request: z.infer<typeof generateSchema>, response: ServerResponse): void => {
    if (findModel(models, request.model) === undefined) {
      notFound(response, request.model)
      return
    }
    if (request.keep_alive === 0) loaded.delete(request.model)
    const line = { model: request.model, created_at: now(), response: '', done: true, done_reason: 'load' }
    if (request.stream) startStream(response)
    if (request.stream) response.end(`${JSON.stringify(line)}\n`)
    else sendJson(response, 200, line)
  }

  const { vectorOf = (text: string) => [text.length, 3, 4] } = options
  const embed = async (
    { model, input }: z.infer<typeof embedSchema>,
    response: ServerResponse,
  ): Promise<void> => {
    if (findModel(models, model) === undefined) {
      notFound(response, model)
      return
    }
    const texts = typeof input === 'string' ? [input] : input
    sendJson(response, 200, {
      model,
      embeddings: await Promise.all(texts.map(async (text) => vectorOf(text))),
    })
  }

  const pull = async (request: z.infer<typeof namedSchema>, response: ServerResponse): Promise<void> => {
    const name = request.model ?? request.name ?? ''
    startStream(response)
    const send = (line: unknown) => response.write(`${JSON.stringify(line)}\n`)
    send({ status: 'pulling manifest' })
    if (name.startsWith('missing')) {
      response.end(`${JSON.stringify({ error: 'pull model manifest: file does not exist' })}\n`)
      return
    }
    const digest = 'sha256:2af3b81862c6be03c769683af18efdadb2c33f60ff32ab6f83e42c043d6c7816'
    const total = 815_319_791
    for (let part = 0; part <= 4; part += 1) {
      const progress = { status: `pulling ${digest.slice(7, 19)}`, digest, total }
      send(part === 0 ? progress : { ...progress, completed: Math.round((total * part) / 4) })
      // One that begins with `slow` never gets past a quarter.
      while (part === 1 && name.startsWith('slow') && !response.destroyed) await sleep(20)
      await sleep(20)
      if (response.destroyed) return
    }
    for (const status of ['verifying sha256 digest', 'writing manifest', 'success']) send({ status })
    if (findModel(models, name) === undefined) {
      models.push({
        name,
        family: 'qwen3',
        contextLength: 40_960,
        capabilities: ['completion', 'tools'],
        size: total,
      })
    }
    response.end()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')

  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    requests,
    chats: () =>
      requests.filter(({ path }) => path === '/api/chat').map(({ body }) => chatRequestSchema.parse(body)),
    load: (model, until) => loaded.set(model, until),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

const namedSchema = z.object({ model: z.string().optional(), name: z.string().optional() })
const generateSchema = z.object({
  model: z.string(),
  stream: z.boolean().default(true),
  keep_alive: z.unknown().optional(),
})
const embedSchema = z.object({ model: z.string(), input: z.union([z.string(), z.array(z.string())]) })

const streamReply = async (
  request: ScriptedChatRequest,
  reply: Reply,
  response: ServerResponse,
): Promise<void> => {
  startStream(response)
  for (const { delayMs, raw, error, repeat = 1, ...message } of reply.chunks) {
    for (let time = 0; time < repeat && !response.destroyed; time += 1) {
      await sleep(delayMs ?? 0)
      if (raw !== undefined) response.write(raw)
      else if (error !== undefined) response.write(`${JSON.stringify({ error })}\n`)
      else {
        const line = {
          ...head(request),
          message: { role: 'assistant', content: '', ...message },
          done: false,
        }
        response.write(`${JSON.stringify(line)}\n`)
      }
    }
  }
  if (reply.end === 'cut') {
    // Lets the lines so far reach the client, then drops the connection in the middle of the chunked body.
    await sleep(20)
    response.destroy()
  } else if (reply.end === 'open') response.end()
  else if (reply.end === 'done') {
    const last = {
      ...head(request),
      message: { role: 'assistant', content: '' },
      ...finalFields(request, reply),
    }
    response.end(`${JSON.stringify(last)}\n`)
  }
}

const wholeReply = (request: ScriptedChatRequest, reply: Reply) => ({
  ...head(request),
  message: {
    role: 'assistant',
    content: reply.chunks.map(({ content = '', repeat = 1 }) => content.repeat(repeat)).join(''),
    ...(reply.chunks.some(({ tool_calls: calls }) => calls !== undefined)
      ? { tool_calls: reply.chunks.flatMap(({ tool_calls: calls }) => calls ?? []) }
      : {}),
  },
})

const head = (request: ScriptedChatRequest) => ({ model: request.model, created_at: now() })

const finalFields = (request: ScriptedChatRequest, reply: Reply) => ({
  done: true,
  done_reason: reply.done_reason,
  total_duration: 1_403_128_459,
  load_duration: 58_120_167,
  prompt_eval_count: reply.prompt_eval_count ?? promptTokens(request),
  prompt_eval_duration: 287_390_750,
  eval_count: reply.eval_count ?? Math.max(1, reply.chunks.length),
  eval_duration: 1_042_750_292,
})

/** About four characters a token, and never more than the context that was asked for: the rest is cut, as Ollama does. */
const promptTokens = (request: ScriptedChatRequest): number =>
  Math.min(
    Math.ceil((JSON.stringify(request.messages).length + JSON.stringify(request.tools ?? []).length) / 4),
    request.options?.num_ctx ?? 4096,
  )

const now = (): string => new Date().toISOString().replace('Z', '000Z')

const startStream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.flushHeaders()
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

const notFound = (response: ServerResponse, model: string): void => {
  sendJson(response, 404, { error: `model '${model}' not found` })
}

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}
