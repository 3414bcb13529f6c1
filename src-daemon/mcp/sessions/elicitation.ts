import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { FormField } from '../../contract/form.ts'
import { serverQuestionSchema, type ServerQuestion, type ServerReply } from '../../contract/servers.ts'
import { asksForSecret, namesSecret } from '../../lint/index.ts'
import { formOfSchema, objectOfForm } from '../../text/index.ts'

const MAX_FIELDS = 50
const MAX_CHOICES = 1000
const MAX_SCHEMA = 64 * 1024

/** A flat JSON Schema of an object: texts, numbers, booleans, a choice, several choices; no references. */
const requestedSchema = z
  .looseObject({
    type: z.literal('object'),
    properties: z.record(
      z.string().max(200),
      z.looseObject({ type: z.enum(['string', 'number', 'integer', 'boolean', 'array']) }),
    ),
  })
  .refine(
    (schema) =>
      JSON.stringify(schema).length <= MAX_SCHEMA && Object.keys(schema.properties).length <= MAX_FIELDS,
  )

/** A server's question, and what an answer with a form has to fit; null for one without. */
export interface Elicited {
  readonly question: ServerQuestion
  readonly schema: Readonly<Record<string, unknown>> | null
}

/**
 * A server's question to the person during a call, within bounds (MCP, elicitation). Null if it is
 * not supported: an address that is not https, a form that is not a flat object, excessive text.
 */
export const questionOf = (params: ElicitRequestParams): Elicited | null => {
  if (params.mode === 'url') {
    const read = serverQuestionSchema.safeParse({ kind: 'url', message: params.message, url: params.url })
    return read.success ? { question: read.data, schema: null } : null
  }
  const schema = requestedSchema.safeParse(params.requestedSchema)
  const message = messageSchema.safeParse(params.message)
  if (!schema.success || !message.success) return null
  const read = formOfSchema(schema.data)
  if (read.fields.reduce((count, { choices }) => count + choices.length, 0) > MAX_CHOICES) return null
  const form = {
    ...read,
    description: message.data,
    fields: read.fields.map((field) => ({ ...field, secret: isSecret(field, schema.data, message.data) })),
  }
  return { question: { kind: 'form', form }, schema: schema.data }
}

/** A server may not ask for secrets in a form (MCP, elicitation). One that does gets what is typed, and nothing else does. */
const isSecret = (
  { id, kind, label, description }: FormField,
  { properties }: z.output<typeof requestedSchema>,
  message: string,
): boolean => {
  if (kind !== 'text' && kind !== 'multiline') return false
  const name = id.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  return (
    own?.['format'] === 'password' ||
    own?.['writeOnly'] === true ||
    namesSecret(label) ||
    namesSecret(name) ||
    asksForSecret(description ?? '') ||
    asksForSecret(message)
  )
}

const messageSchema = z.string().max(4000)

/** The person's reply in the protocol's form. */
export const elicitResultOf = (reply: ServerReply, schema: Elicited['schema']): ElicitResult =>
  reply.action === 'accept' && reply.values !== null && schema !== null
    ? { action: 'accept', content: objectOfForm(schema, reply.values) as ElicitResult['content'] }
    : { action: reply.action }
