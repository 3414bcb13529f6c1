import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { callProof } from '../calling/call-proof.ts'
import { sendSigned, type SendSignedDeps } from '../calling/send-signed.ts'
import type { CallableOperation, CalledAgent, OperationCall } from '../contacts/protocol.ts'
import { readResponse, writeRequest } from '../core/json-rpc.ts'
import { readAnswer } from './answers.ts'
import { textOf } from './interfaces/values.ts'
import { checkOptions, orderedProduct } from './purchases.ts'
import { refusedBy } from './tools/refused.ts'
import { callTool, toolOf } from './tools/tool-server.ts'

type Json = Readonly<Record<string, unknown>>

/** The longest wait for another agent: it may have to ask its owner. */
const TIMEOUT_MS = 120_000
const MAX_BYTES = 4 * 1024 * 1024

const rpcSchema = z.object({ rpc: z.string(), order: z.array(z.string()).optional() })
const httpSchema = z.object({
  method: z.string(),
  places: z.record(z.string(), z.enum(['path', 'query', 'header', 'body'])),
  /** The argument that is the whole body. */
  body: z.string().optional(),
  stream: z.boolean().optional(),
})

interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/**
 * Calls an operation of an ANP interface. What binds the owner goes out signed over address and content, or not at all. Errors:
 * `agent_identity_needed`, `agent_option_*`, `agent_refused`, `agent_answer_unusable`, those of `callTool`, of the network guard and of the signer.
 */
export const callOperation = async (
  deps: SendSignedDeps,
  agent: CalledAgent,
  operation: CallableOperation,
  input: Json,
  call: OperationCall,
): Promise<Record<string, unknown>> => {
  const { asksAlways, how, kind } = operation
  const product = kind === 'purchase' ? orderedProduct(agent.reading.products, input) : null
  if (product !== null) checkOptions(product, input)
  if (asksAlways && call.signer === null)
    throw new SatchelError('agent_identity_needed', { params: { agent: agent.reading.name } })
  const target = toolOf(operation)
  const result =
    target === null
      ? await callHttp(deps, agent, operation, { input, call })
      : await callTool(deps, agent, operation, { target, input, call })
  return how['wraps'] === true || !isRecord(result) ? { value: result ?? null } : { ...result }
}

/** An operation that is one request: of JSON-RPC, or plain HTTP. */
const callHttp = async (
  deps: SendSignedDeps,
  agent: CalledAgent,
  operation: CallableOperation,
  { input, call }: { readonly input: Json; readonly call: OperationCall },
): Promise<unknown> => {
  const { asksAlways } = operation
  const rpc = rpcSchema.safeParse(operation.how).data
  const request =
    rpc === undefined ? httpRequest(operation, input) : rpcRequest(operation, rpc, input, call.idempotencyKey)
  const { host } = new URL(request.url)
  const sent: { headers?: Headers } = {}
  const answered = await sendSigned(deps, {
    ...request,
    headers: { ...request.headers, 'idempotency-key': call.idempotencyKey },
    signer: call.signer,
    signal: call.signal,
    bound: asksAlways,
    onSigned: (headers) => {
      sent.headers = headers
    },
    policy: { kind: 'package_host', hosts: [host], maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS },
  })
  const response = asksAlways ? await proven(request, sent.headers, answered, call) : answered
  return rpc === undefined
    ? httpResult(response, agent, call)
    : rpcResult(await response.text(), agent, { id: call.idempotencyKey, status: response.status })
}

/** The answer again, after the proof was made of its bytes. */
const proven = async (
  request: HttpRequest,
  headers: Headers | undefined,
  answer: Response,
  { onProof }: OperationCall,
): Promise<Response> => {
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (headers !== undefined)
    onProof?.(
      callProof(
        { ...request, headers, body: request.body ?? '' },
        { status: answer.status, headers: answer.headers, bytes },
      ),
    )
  return new Response(bytes.length === 0 ? null : bytes, { status: answer.status, headers: answer.headers })
}

const rpcRequest = (
  { interface: { url } }: CallableOperation,
  { rpc, order }: z.infer<typeof rpcSchema>,
  input: Json,
  id: string,
): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: writeRequest(id, rpc, order === undefined ? input : positional(order, input)),
})

/** In order, up to the last that is given. */
const positional = (order: readonly string[], input: Json): unknown[] => {
  const last = order.findLastIndex((name) => input[name] !== undefined)
  return order.slice(0, last + 1).map((name) => input[name] ?? null)
}

const httpRequest = ({ interface: { url: written }, how }: CallableOperation, input: Json): HttpRequest => {
  const { method, places, body, stream = false } = httpSchema.parse(how)
  const url = new URL(written)
  const headers: Record<string, string> = {
    accept: stream
      ? 'text/event-stream, application/json, text/plain'
      : 'application/json, text/plain;q=0.9, */*;q=0.1',
  }
  const inPath = new Map<string, string>()
  const members: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const place = Object.hasOwn(places, name) ? places[name] : 'body'
    if (place === 'path') inPath.set(name, plain(value))
    else if (place === 'query') for (const one of [value].flat()) url.searchParams.append(name, plain(one))
    else if (place === 'header') headers[name] = plain(value).replaceAll(/[^\x20-\x7e]/g, '')
    else members[name] = value
  }
  url.pathname = withPathValues(url.pathname, inPath)
  const isBodyless = method === 'GET' || (Object.keys(members).length === 0 && method === 'DELETE')
  if (isBodyless) return { method, url: url.href, headers, body: null }
  const content = body === undefined ? members : (members[body] ?? {})
  return {
    method,
    url: url.href,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(content),
  }
}

/** Each value fills one segment: it can't lead elsewhere. All at once, so that none is read as the place of another. */
const withPathValues = (path: string, values: ReadonlyMap<string, string>): string => {
  const places = new Map(
    [...values].flatMap(([name, value]) => {
      const segment = encodeURIComponent(value)
      const safe = /^\.{1,2}$/.test(value) ? segment.replaceAll('.', '%252E') : segment
      return [`{${name}}`, `%7B${encodeURIComponent(name)}%7D`].map((place) => [place, safe] as const)
    }),
  )
  return path.replaceAll(/\{[^{}/]*\}|%7B(?:(?!%7[BD])[^/])*%7D/g, (place) => places.get(place) ?? place)
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

const httpResult = async (
  response: Response,
  { reading }: CalledAgent,
  { onText }: OperationCall,
): Promise<unknown> => {
  const { status, ok } = response
  const { value } = await readAnswer(response, ok ? onText : undefined)
  if (ok) return value
  throw refusedBy(reading, { code: status, message: wordsIn(value), status })
}

/** Where servers put what is wrong: in words, or one level down. */
const wordsIn = (value: unknown): string => {
  if (!isRecord(value)) return textOf(value)
  const said = value['message'] ?? value['error'] ?? value['detail']
  return isRecord(said) ? textOf(said['message']) : textOf(said)
}

const rpcResult = (
  text: string,
  { reading }: CalledAgent,
  { id, status }: { readonly id: string; readonly status: number },
): unknown => {
  const response = readResponse(text)
  if (response !== null && 'error' in response) {
    const { code, message } = response.error
    throw refusedBy(reading, { code, message, status })
  }
  if (response === null || response.id !== id || status !== 200)
    throw new SatchelError('agent_answer_unusable', {
      params: { did: reading.name, status },
      details: { did: reading.did, status },
    })
  return response.result
}
