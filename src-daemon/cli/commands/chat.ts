import type { Command } from 'commander'
import type { Message, MessagePart } from '../../contract/chat.ts'
import type { Language } from '../../contract/language.ts'
import { answerRequests } from '../console/approval-prompt.ts'
import { formQuestion } from '../console/form-question.ts'
import { answerQuestions } from '../console/question-prompt.ts'
import { jsonText } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'

interface ChatOptions {
  readonly conversation?: string
  readonly model?: string
  readonly capability?: string
}

/** `satchel chat "text"`: one turn, streamed. */
export const addChatCommand = (program: Command, { text, session, io }: CommandDeps): void => {
  program
    .command('chat')
    .description(text('cli_chat'))
    .argument('<text>')
    .option('--conversation <id>', text('cli_chat_conversation'))
    .option('--model <id>', text('cli_chat_model'))
    .option('--capability <name>', text('cli_chat_capability'))
    .action(async (message: string, options: ChatOptions) => {
      const own = session()
      const { withDaemon, output } = own
      const answer = await withDaemon((api) => takeTurn(api, own, message, options))
      output.result(answer, () => {
        output.line()
        if (answer.message.parts.some((part) => part.type === 'form' && part.status === 'open'))
          output.say('cli_form_again', { conversation: answer.conversationId })
      })
      if (answer.message.status === 'failed') io.exitCode = 1
    })
}

const takeTurn = async (
  api: Api,
  session: Session,
  text: string,
  { conversation, model, capability }: ChatOptions,
): Promise<{ conversationId: string; turnId: string; message: Message }> => {
  const printer = createPrinter(session)
  const arrived: Message[] = []
  const subscribed = Promise.withResolvers<null>()
  const ended = Promise.withResolvers<Message>()
  // The connection may end while nothing waits for the answer: before the message is sent, and after it was refused.
  ended.promise.catch(() => undefined)
  const fail = (error: unknown): void => {
    subscribed.reject(error)
    ended.reject(error)
  }
  let turnId: string | null = null
  const take = (message: Message): void => {
    if (message.turnId !== turnId || message.role !== 'assistant') return
    printer.message(message)
    if (message.status !== 'streaming') ended.resolve(message)
  }
  api.chat.events.subscribe(conversation === undefined ? {} : { conversationId: conversation }, {
    onStarted: () => {
      subscribed.resolve(null)
    },
    onError: fail,
    onData: (event) => {
      if (event.type === 'message') {
        arrived.push(event.message)
        take(event.message)
      } else if (event.type === 'text') printer.text(event.messageId, event.index, event.offset, event.delta)
      else if (event.type === 'part') printer.part(event.messageId, event.index, event.part)
    },
  })
  // The message is sent only now, so that nothing of the answer is missed.
  await subscribed.promise
  const sent = await api.chat.send.mutate({
    text,
    ...(conversation === undefined ? {} : { conversationId: conversation }),
    ...(model === undefined ? {} : { model }),
    ...(capability === undefined ? {} : { capability }),
  })
  turnId = sent.turnId
  for (const message of arrived) take(message)
  const isOurs = ({ turnId }: { readonly turnId: string | null }) => turnId === sent.turnId
  const stops = [answerRequests(api, session, isOurs, fail), answerQuestions(api, session, isOurs, fail)]
  const message = await ended.promise
  for (const stop of stops) stop()
  return { ...sent, message }
}

/** Prints an answer as it grows: text as it streams, everything else on one line once it is known. */
const createPrinter = ({ output }: Session) => {
  const printed = new Map<string, number>()
  const lines = new Set<string>()

  const text = (id: string, whole: string): void => {
    const done = printed.get(id) ?? 0
    if (whole.length <= done) return
    output.piece(whole.slice(done))
    printed.set(id, whole.length)
  }

  const part = (messageId: string, index: number, value: MessagePart): void => {
    const id = `${messageId}/${String(index)}`
    if (value.type === 'text') {
      text(id, value.text)
      return
    }
    const shown = linesOf(value, output.language)
    const known = `${id}${shown.join('\n')}`
    if (shown.length === 0 || lines.has(known)) return
    lines.add(known)
    for (const line of shown) output.line(line)
  }

  return {
    part,
    /** A piece of a text part, at an offset: what was printed already, as a whole or in pieces, isn't printed again. */
    text: (messageId: string, index: number, offset: number, delta: string): void => {
      const id = `${messageId}/${String(index)}`
      const done = printed.get(id) ?? 0
      if (offset > done) return // A gap: the whole part will come again with its message.
      const fresh = delta.slice(done - offset)
      output.piece(fresh)
      printed.set(id, done + fresh.length)
    },
    message: (message: Message): void => {
      message.parts.forEach((value, index) => {
        part(message.id, index, value)
      })
    },
  }
}

const linesOf = (part: MessagePart, language: Language): readonly string[] => {
  switch (part.type) {
    case 'route':
      return part.capability === null ? [] : [`→ ${part.capability.title} ${part.capability.version}`]
    case 'tool':
      if (part.status === 'running') return []
      return part.status === 'ok'
        ? [`✓ ${part.tool} ${jsonText(part.arguments)}`, `  ${jsonText(part.output)}`]
        : [
            `✗ ${part.tool} ${jsonText(part.arguments)}`,
            `  ${part.error?.code ?? part.status}: ${part.error?.message ?? ''}`,
          ]
    case 'form':
      return part.status === 'open' ? formQuestion(part, language).split('\n') : []
    case 'unmet':
      return [`! ${part.title} · ${part.modelName}: ${part.unmet.map(({ text }) => text).join(' ')}`]
    case 'notice':
      return [part.text]
    case 'error':
      return [`${part.error.message} (${part.error.code})`, part.error.action]
    case 'summary':
      return part.text.split('\n').map((line, index) => `${index === 0 ? '≡' : ' '} ${line}`)
    case 'memory':
      return part.status === 'declined' ? [] : [`${part.status === 'kept' ? '★' : '☆'} ${part.value}`]
    case 'left_behind':
      return part.turns.flatMap(({ changes }) => changes).map(({ kind, objectId }) => `↺ ${kind} ${objectId}`)
    case 'image':
      return [`▣ ${part.name}`]
    case 'resource':
      return [`▤ ${part.name}  ${part.server} ${part.resource}`]
    case 'thinking':
    case 'text':
      return []
  }
}
