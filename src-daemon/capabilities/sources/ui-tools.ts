import { z } from 'zod'
import type { Language } from '../../contract/language.ts'
import type { ServerReply } from '../../contract/servers.ts'
import { newId } from '../../platform/ids.ts'
import { say } from '../../text/index.ts'
import {
  askPerson,
  formOf,
  openContentReader,
  requestMessage,
  type ReadContent,
} from '../../threads/index.ts'
import { invalidInput } from '../core/failure.ts'
import type { RunContext } from '../core/types.ts'

/** The built-in tools by which a package asks the person, with the permission `ui.ask`. */
const NAMES = ['ui.decision', 'ui.form'] as const
type UiToolName = (typeof NAMES)[number]

export const isUiTool = (name: string): name is UiToolName => NAMES.some((one) => one === name)

/** The permission of both. */
export const UI_PERMISSION = 'ui.ask'

const unanswered = {
  answered: { type: 'boolean' },
  reason: {
    enum: ['declined', 'expired', 'stopped', 'no_person', 'too_many'],
    description: 'Why there is no answer.',
  },
  message: { type: 'string', description: 'The same in words.' },
}
const outputs: Readonly<Record<UiToolName, Record<string, unknown>>> = {
  'ui.decision': {
    type: 'object',
    properties: {
      ...unanswered,
      options: {
        type: 'array',
        description: 'What was chosen.',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, name: { type: 'string' }, quantity: { type: 'integer' } },
          required: ['id'],
        },
      },
    },
    required: ['answered'],
  },
  'ui.form': {
    type: 'object',
    properties: {
      ...unanswered,
      values: { type: 'object', description: 'What was filled in, by field; empty ones are missing.' },
    },
    required: ['answered'],
  },
}

/** JSON Schema of what a built-in tool returns. */
export const uiOutputSchema = (name: UiToolName): Record<string, unknown> => outputs[name]

const argumentsOf = {
  decision: z.strictObject({
    title: z.string().max(200).optional(),
    description: z.string().max(4000).optional(),
    type: z.enum(['radio', 'checkbox', 'confirmation', 'products']).optional(),
    options: z
      .array(z.looseObject({ id: z.string(), name: z.string() }))
      .min(1)
      .max(200),
  }),
  form: z.strictObject({
    title: z.string().max(200).optional(),
    description: z.string().max(4000),
    submit: z.string().max(60).optional(),
    fields: z
      .array(z.looseObject({ id: z.string(), label: z.string() }))
      .min(1)
      .max(50),
  }),
}

let reader: Promise<ReadContent> | null = null

/**
 * Asks the person for a package: the arguments are a decision (AITP-02) or a form (AITP-03). The answer fits what was asked; that there is
 * none is an answer, too. A form may not ask for secrets: what a tool returns is read by a model.
 * Errors: `InvokeFailure` INVALID_INPUT.
 */
export const runUiTool = async (
  name: UiToolName,
  input: Readonly<Record<string, unknown>>,
  { ask, language }: { readonly ask: RunContext['ask']; readonly language: Language },
): Promise<Record<string, unknown>> => {
  const raw = name === 'ui.decision' ? decision(input) : dataRequest(input)
  reader ??= openContentReader()
  const item = (await reader)(raw)
  if (item.kind !== 'message')
    throw invalidInput([{ pointer: '', problem: 'faults' in item ? faultsOf(item.faults) : item.kind }])
  const errors = item.faults.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw invalidInput([{ pointer: '', problem: faultsOf(errors) }])
  const secret = formOf(item)?.fields.findIndex((field) => field.secret) ?? -1
  if (secret >= 0)
    throw invalidInput([{ pointer: `/fields/${String(secret)}`, problem: say(language, 'ui_form_secret') }])
  const asked = await askPerson(item, ask)
  if (asked === null) throw invalidInput([{ pointer: '', problem: say(language, 'ui_form_empty') }])
  const { reply, message } = asked
  if (reply.action !== 'accept') return notAnswered(reply, language)
  return name === 'ui.form'
    ? { answered: true, values: reply.values ?? {} }
    : { answered: true, options: optionsIn(message ?? '') }
}

const decision = (input: Readonly<Record<string, unknown>>): string =>
  requestMessage('aitp-02-decisions', 'request_decision', {
    id: newId(),
    ...parse(argumentsOf.decision, input),
  })

const dataRequest = (input: Readonly<Record<string, unknown>>): string => {
  const { title, description, submit, fields } = parse(argumentsOf.form, input)
  return requestMessage('aitp-03-data-request', 'request_data', {
    id: newId(),
    description,
    ...(title === undefined ? {} : { title }),
    ...(submit === undefined ? {} : { fillButtonLabel: submit }),
    form: { fields },
  })
}

const chosenSchema = z.object({
  decision: z.object({
    options: z.array(
      z.object({ id: z.string(), name: z.string().optional(), quantity: z.number().optional() }),
    ),
  }),
})
const optionsIn = (message: string) => chosenSchema.parse(JSON.parse(message)).decision.options

const notAnswered = (
  reply: Exclude<ServerReply, { action: 'accept' }>,
  language: Language,
): Record<string, unknown> => {
  const reason = reply.action === 'decline' ? 'declined' : (reply.why ?? 'stopped')
  return { answered: false, reason, message: say(language, `ui_${reason}`) }
}

const faultsOf = (faults: readonly { readonly place: string; readonly code: string }[]): string =>
  faults.map(({ place, code }) => `${place}: ${code}`).join('; ')

const parse = <T>(schema: z.ZodType<T>, input: Readonly<Record<string, unknown>>): T => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidInput(
    parsed.error.issues.map(({ path, message }) => ({
      pointer: path.map((step) => `/${String(step)}`).join(''),
      problem: message,
    })),
  )
}
