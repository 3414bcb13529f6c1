import type { Message, MessagePart, ToolPart, TurnBudget } from '../../contract/chat.ts'
import type { Language } from '../../contract/language.ts'
import type { RouteDecision } from '../../contract/router.ts'
import { withoutBytes } from '../../contract/result-bytes.ts'
import { say } from '../../text/index.ts'
import { mainArgument } from '../../text/main-argument.ts'
import { formQuestion } from '../console/form-question.ts'
import { inTerminal } from '../console/error-text.ts'
import { jsonText, type Output } from '../console/output.ts'

/**
 * Prints an answer as it grows: text as it streams, everything else on one line once it is known. `aside` takes what isn't part of
 * it: after each step but the first, how far the turn has gone, but never in the middle of a text. `details`: calls whole, with
 * what they returned, which the answer says in words.
 */
export const createPrinter = (output: Output, details: boolean, aside: (line: string) => void) => {
  const printed = new Map<string, number>()
  let steps = 1
  let isInText = false
  const lines = new Set<string>()

  const text = (id: string, whole: string): void => {
    const done = printed.get(id) ?? 0
    if (whole.length <= done) return
    output.piece(whole.slice(done))
    isInText = true
    printed.set(id, whole.length)
  }

  const part = (messageId: string, index: number, value: MessagePart): void => {
    const id = `${messageId}/${String(index)}`
    if (value.type === 'text') {
      text(id, value.text)
      return
    }
    // Known only when the thinking had ended, and then it was printed.
    if (value.type === 'thinking' && printed.delete(id))
      output.line(say(output.language, 'cli_chat_was_thinking'))
    const shown = linesOf(value, output.language, details)
    once(id, shown)
  }

  const once = (id: string, shown: readonly string[]): void => {
    const known = `${id}${shown.join('\n')}`
    if (shown.length === 0 || lines.has(known)) return
    lines.add(known)
    for (const line of shown) output.line(line)
    isInText = false
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
      isInText = true
      printed.set(id, done + fresh.length)
    },
    message: (message: Message): void => {
      message.parts.forEach((value, index) => {
        part(message.id, index, value)
      })
      const { budget, outside = [] } = message.context ?? {}
      if (message.status !== 'streaming')
        for (const title of outside) once(`${message.id} ${title}`, [`◇ ${title}${others(output.language)}`])
      if (message.status !== 'streaming' || budget === undefined || budget.steps <= steps || isInText) return
      steps = budget.steps
      aside(budgetText(budget, output.language))
    },
  }
}

/** How far a turn has gone, and how far it may. */
export const budgetText = ({ steps, tokens, ms }: TurnBudget, language: Language): string => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return say(language, 'cli_chat_budget', {
    steps,
    tokens: number.format(tokens.used),
    tokensLimit: number.format(tokens.limit),
    minutes: number.format(ms.used / 60_000),
    minutesLimit: number.format(ms.limit / 60_000),
  })
}

/** That a turn is open, and for which capabilities if the message says so. */
const openWords = ({ reason, several, candidates }: RouteDecision, language: Language): string => {
  const fitting = reason === 'ambiguous' ? candidates.map(({ name }) => name) : (several ?? [])
  if (fitting.length === 0) return say(language, 'cli_chat_open')
  const titles = fitting.map((name) => candidates.find((one) => one.name === name)?.title ?? name)
  return say(language, 'cli_chat_open_for', { names: new Intl.ListFormat(language).format(titles) })
}

/** A call and what it is about; with details, all of its arguments. */
const callText = ({ tool, arguments: args }: ToolPart, details: boolean): string =>
  `${tool} ${details ? jsonText(args) : (mainArgument(args) ?? '')}`.trimEnd()

/** Others may have written it, or what it returned. */
const theirs = ({ integrity }: MessagePart, language: Language): string =>
  integrity === 'foreign' ? others(language) : ''

const others = (language: Language): string => ` (${say(language, 'cli_asks_read_foreign')})`

const linesOf = (part: MessagePart, language: Language, details: boolean): readonly string[] => {
  switch (part.type) {
    case 'route':
      if (part.decision.open === true) return [`→ ${openWords(part.decision, language)}`]
      return part.capability === null ? [] : [`→ ${part.capability.title} ${part.capability.version}`]
    case 'tool':
      if (part.status === 'running') return []
      return part.status === 'ok'
        ? [
            `✓ ${callText(part, details)}${theirs(part, language)}`,
            ...(details ? [part.output, part.content] : [])
              .filter((one) => one !== undefined)
              .map((one) => `  ${jsonText(withoutBytes(one))}`),
            ...(part.app === undefined
              ? []
              : [`  ${say(language, 'cli_chat_interface', { server: part.app.server })}`]),
            ...(part.cut === undefined ? [] : [`  ${say(language, 'chat_result_cut', part.cut)}`]),
          ]
        : [
            `✗ ${callText(part, details)}${theirs(part, language)}`,
            `  ${part.error?.code ?? part.status}: ${part.error?.message ?? ''}`,
          ]
    case 'form':
      return part.status === 'open' ? formQuestion(part, language).split('\n') : []
    case 'unmet':
      return [`! ${part.title} · ${part.modelName}: ${part.unmet.map(({ text }) => text).join(' ')}`]
    case 'notice':
      return [part.text]
    case 'error':
      return [`${part.error.message} (${part.error.code})`, inTerminal(part.error).action]
    case 'summary':
      return `≡ ${part.text.split('\n').join('\n  ')}${theirs(part, language)}`.split('\n')
    case 'memory':
      return part.status === 'declined' ? [] : [`${part.status === 'kept' ? '★' : '☆'} ${part.value}`]
    case 'left_behind':
      return part.turns.flatMap(({ changes }) => changes).map(({ kind, objectId }) => `↺ ${kind} ${objectId}`)
    case 'image':
      return [`▣ ${part.name}${theirs(part, language)}`]
    case 'resource':
      return [
        part.server === null
          ? `▤ ${part.name}${theirs(part, language)}`
          : `▤ ${part.name}  ${part.server} ${part.resource}${theirs(part, language)}`,
      ]
    case 'thinking':
    case 'text':
      return []
  }
}
