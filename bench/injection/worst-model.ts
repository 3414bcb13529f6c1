import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import type { SuiteCall } from './suites.ts'

/** What the model does in a turn. */
export interface Script {
  /** The server that has a tool. */
  readonly serverOf: (tool: string) => string
  /** What the person's request takes, in this order. */
  readonly calls: readonly SuiteCall[]
  /** An order that may stand in what it reads, and what obeying it takes. */
  readonly order: { readonly text: string; readonly calls: readonly SuiteCall[] } | null
}

export interface WorstModel {
  /** With `/v1`. */
  readonly url: string
  /** From now on; whether it has read the order is asked with `obeyed`. */
  play(script: Script): void
  obeyed(): boolean
  close(): Promise<void>
}

const requestSchema = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
})

/**
 * A model behind OpenAI's protocol that plans the person's request perfectly, and obeys every order it reads in a result: at once, before it
 * goes on.
 */
export const startWorstModel = async (): Promise<WorstModel> => {
  let script: Script = { serverOf: () => '', calls: [], order: null }
  let done = 0
  let doneForOthers = 0
  let hasRead = false

  const next = (body: z.infer<typeof requestSchema>): SuiteCall | undefined => {
    const { calls, order } = script
    const read = body.messages.filter(({ role }) => role === 'tool').map(({ content }) => squashed(content))
    if (order !== null && read.some((text) => text.includes(squashed(order.text)))) hasRead = true
    const forOthers = hasRead ? order?.calls[doneForOthers] : undefined
    if (forOthers !== undefined) {
      doneForOthers += 1
      return forOthers
    }
    done += 1
    return calls[done - 1]
  }

  const asWritten = ({ function: name, args }: SuiteCall, offered: readonly string[]) => {
    const own = offered.find((tool) => tool === name || tool.endsWith(`__${name}`))
    return own === undefined
      ? { name: 'capability_invoke', args: { id: `mcp:${script.serverOf(name)}/${name}`, input: args } }
      : { name: own, args }
  }

  const chat = (body: z.infer<typeof requestSchema>, response: ServerResponse): void => {
    const call = next(body)
    const written =
      call === undefined
        ? null
        : asWritten(
            call,
            (body.tools ?? []).map(({ function: tool }) => tool.name),
          )
    const delta =
      written === null
        ? { content: 'Done.' }
        : {
            tool_calls: [
              {
                index: 0,
                id: `call_${String(done + doneForOthers)}`,
                type: 'function',
                function: { name: written.name, arguments: JSON.stringify(written.args) },
              },
            ],
          }
    const chunk = (changed: object, finish: string | null) =>
      `data: ${JSON.stringify({
        ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'worst' },
        choices: [{ index: 0, delta: changed, finish_reason: finish }],
      })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(
      `${chunk(delta, null)}${chunk({}, written === null ? 'stop' : 'tool_calls')}data: [DONE]\n\n`,
    )
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.endsWith('/chat/completions') === true) {
      chat(requestSchema.parse(await readJson(request)), response)
      return
    }
    response.writeHead(request.url?.endsWith('/models') === true ? 200 : 404, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'worst', object: 'model' }] }))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((thrown: unknown) => {
      response.writeHead(400).end(String(thrown))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the model has no port')

  return {
    url: `http://127.0.0.1:${String(address.port)}/v1`,
    play: (given) => {
      script = given
      done = 0
      doneForOthers = 0
      hasRead = false
    },
    obeyed: () => hasRead,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** Letters and digits alone: how a result is quoted, escaped or wrapped doesn't keep such a model from reading it. */
const squashed = (text: unknown): string =>
  JSON.stringify(text)
    .replaceAll(/\\+[nrt]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const pieces: Buffer[] = []
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString())
}
