import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { readLenient } from '../../platform/lenient.ts'

type Given = Readonly<Record<string, unknown>>

/**
 * A request or notification from a server in a form the client library accepts. One that it can't accept even then is left unchanged:
 * the library answers a request with the reason.
 */
export const readFromServer = <T extends JSONRPCRequest | JSONRPCNotification>(message: T): T => {
  if (message.params === undefined) return message
  return { ...message, params: readParams(message.method, message.params) }
}

/** The questions in an answer (2026-07-28) are read as if they were requests. */
export const readQuestions = (result: Given): Given => {
  const { inputRequests } = result
  if (!isRecord(inputRequests)) return result
  const read = Object.entries(inputRequests).map(([name, one]) => [
    name,
    isRecord(one) && isRecord(one['params'])
      ? { ...one, params: readParams(String(one['method']), one['params']) }
      : one,
  ])
  return { ...result, inputRequests: Object.fromEntries(read) as Given }
}

const readParams = (method: string, params: Given): Record<string, unknown> => {
  switch (method) {
    case 'notifications/message':
      return readMessage(params)
    case 'notifications/progress':
      return readProgress(params)
    case 'elicitation/create':
      return readQuestion(withoutNulls(params))
    case 'sampling/createMessage':
      return readSampling(withoutNulls(params))
    default:
      return withoutNulls(params)
  }
}

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']
/** As other logs call them. */
const OTHER_LEVELS = new Map([
  ['trace', 'debug'],
  ['warn', 'warning'],
  ['err', 'error'],
  ['fatal', 'critical'],
])

const readMessage = ({ level, logger, data, message }: Given): Record<string, unknown> => {
  const given = String(level).toLowerCase()
  return {
    level: OTHER_LEVELS.get(given) ?? (LEVELS.includes(given) ? given : 'info'),
    ...(typeof logger === 'string' ? { logger } : {}),
    data: data ?? message ?? null,
  }
}

/** What counts is that there is some. */
const readProgress = ({ _meta, progressToken, progress, total, message }: Given): Record<string, unknown> => {
  const all = Number(total ?? NaN)
  const done = Number(progress ?? NaN)
  return {
    ...(_meta === undefined ? {} : { _meta }),
    progressToken,
    progress: Number.isFinite(done) ? done : 0,
    ...(Number.isFinite(all) ? { total: all } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}

const words = z.string().optional()
const count = z.number().optional()
const choices = z.array(z.object({ const: z.string(), title: z.string() })).optional()
/** A field of a form, with only what the protocol allows. */
const fieldSchema = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
  title: words,
  description: words,
  minLength: count,
  maxLength: count,
  minimum: count,
  maximum: count,
  minItems: count,
  maxItems: count,
  format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
  enum: z.array(z.string()).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: choices,
})

const readQuestion = (params: Record<string, unknown>): Record<string, unknown> => {
  const { requestedSchema: schema } = params
  if (!isRecord(schema) || !isRecord(schema['properties'])) return params
  const properties = Object.entries(schema['properties']).map(([name, field]) => [name, readField(field)])
  const { required } = schema
  return {
    ...params,
    requestedSchema: {
      ...schema,
      type: 'object',
      properties: Object.fromEntries(properties) as Given,
      ...(Array.isArray(required) ? { required: required.filter((one) => typeof one === 'string') } : {}),
    },
  }
}

const readField = (field: unknown): unknown => {
  const given =
    isRecord(field) && field['type'] === undefined && 'enum' in field ? { ...field, type: 'string' } : field
  const reading = readLenient(fieldSchema, given)
  if (!reading.ok) return field
  const { default: proposed, ...rest } = reading.value
  return fits(rest.type, proposed) ? { ...rest, default: proposed } : rest
}

/** Whether a proposed value is valid for its field. */
const fits = (type: string, value: unknown): boolean => {
  if (type === 'array') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** The most tokens a server gets for one request is less. */
const MAX_TOKENS = 1_000_000

/** Without what Satchel doesn't use: model hints and temperature. */
const readSampling = (params: Record<string, unknown>): Record<string, unknown> => {
  const { messages, systemPrompt, maxTokens, tools, task, _meta } = params
  const tokens = Math.floor(Number(maxTokens))
  return {
    ...(_meta === undefined ? {} : { _meta }),
    ...(task === undefined ? {} : { task }),
    ...(tools === undefined ? {} : { tools }),
    messages,
    ...(typeof systemPrompt === 'string' ? { systemPrompt } : {}),
    maxTokens: Number.isSafeInteger(tokens) && tokens > 0 ? tokens : MAX_TOKENS,
  }
}

/** Null is absent, at every depth. */
const withoutNulls = (given: Given): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, within(value)]),
  )

const within = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(within)
  return isRecord(value) ? withoutNulls(value) : value
}
