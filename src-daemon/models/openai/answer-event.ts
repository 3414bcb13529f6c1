import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { readLenient, type LeftOut } from '../../platform/lenient.ts'
import { fragmentsIn, type CallFragment } from '../answer/call-fragments.ts'
import { contentIn } from '../answer/content.ts'
import { endingWordIn } from '../answer/ending.ts'
import { usageSchema, type Usage } from './usage.ts'

/** The content of an event of the stream. */
export interface AnswerEvent {
  /** Which of several answers was read; null if the server doesn't number them. */
  readonly choice: number | null
  readonly text: string
  readonly thinking: string
  /** Kinds of parts that aren't text. */
  readonly others: readonly string[]
  readonly fragments: readonly CallFragment[]
  /** The server's word for why the answer ended; null while it goes on. */
  readonly ended: string | null
  readonly usage: Usage | null
  /** A complete message, not just the new part. */
  readonly isWhole: boolean
  readonly leftOut: readonly LeftOut[]
}

/** The used parts of a message, each in any shape: `contentIn` and `fragmentsIn` read them. */
const messageSchema = z.object({
  content: z.unknown().optional(),
  /** DeepSeek, vLLM, LM Studio; OpenRouter and Groq say `reasoning`. */
  reasoning_content: z.unknown().optional(),
  reasoning: z.unknown().optional(),
  reasoning_details: z.unknown().optional(),
  thinking: z.unknown().optional(),
  refusal: z.unknown().optional(),
  /** Sound, with what is said in it. */
  audio: z.object({ transcript: z.unknown().optional() }).nullish(),
  /** OpenRouter: pictures a model made. */
  images: z.unknown().optional(),
  tool_calls: z.unknown().optional(),
  function_call: z.unknown().optional(),
})
type Message = z.infer<typeof messageSchema>

const choiceSchema = z.object({
  /** One answer is asked for; of several, the first is read. */
  index: z.number().optional(),
  delta: messageSchema.nullish(),
  message: messageSchema.nullish(),
  text: z.unknown().optional(),
  finish_reason: z.unknown().optional(),
})

const eventSchema = z.object({
  choices: z.array(choiceSchema).nullish(),
  usage: usageSchema.nullish(),
  /** Groq. */
  x_groq: z.object({ usage: usageSchema.nullish() }).nullish(),
})

/**
 * Reads an event of a stream, or the whole answer of a server that does not stream. Servers differ in what they omit.
 * `chosen`: the answer that was read so far; null before the first one, which some servers number from 1.
 */
export const readAnswerEvent = (value: unknown, chosen: number | null): AnswerEvent => {
  const read = readLenient(eventSchema, withListOfChoices(value))
  const event = read.ok ? read.value : {}
  const choices = event.choices ?? []
  const choice =
    choices.find(({ index }) => index === undefined || index === (chosen ?? 0)) ??
    (chosen === null ? choices[0] : undefined)
  const message = choice?.delta ?? choice?.message
  const said = message === null || message === undefined ? null : contentOf(message)
  return {
    choice: choice?.index ?? null,
    text: said?.text ?? contentIn(choice?.text, 'text').text,
    thinking: said?.thinking ?? '',
    others: said?.others ?? [],
    fragments: fragmentsIn(message?.tool_calls ?? message?.function_call),
    ended: endingWordIn(choice?.finish_reason),
    usage: event.usage ?? event.x_groq?.usage ?? null,
    isWhole: !choice?.delta && (choice?.message ?? null) !== null,
    leftOut: read.leftOut,
  }
}

/** A server that has but one choice may write it without the list. */
const withListOfChoices = (value: unknown): unknown =>
  isRecord(value) && isRecord(value['choices']) ? { ...value, choices: [value['choices']] } : value

const contentOf = (message: Message) => {
  const content = contentIn(message.content, 'text')
  const instead =
    content.text === '' ? contentIn([message.refusal, message.audio?.transcript], 'text').text : ''
  const thought = [message.reasoning_content, message.reasoning, message.thinking, message.reasoning_details]
    .map((one) => contentIn(one, 'thinking').thinking)
    .find((words) => words !== '')
  return {
    text: content.text + instead,
    thinking: content.thinking + (thought ?? ''),
    others: [...content.others, ...contentIn(message.images, 'text').others],
  }
}
