import type { QuestionAnswer, ToolQuestion } from '../../contract/questions.ts'
import { say } from '../../text/index.ts'
import { askingOn, printOrigin } from './approval-prompt.ts'
import { fieldTitle, fieldWords } from './form-question.ts'
import type { Api, Session } from './session.ts'
import { askText, isInteractive } from './terminal.ts'

type Reply = QuestionAnswer['reply']
type Content = NonNullable<Extract<Reply, { action: 'accept' }>['content']>

/**
 * Asks the user at the terminal each question of a tool that `isOurs`, one after the other, until the returned function
 * is called. Without a terminal a question stays unanswered: `--yes` is consent, not an answer.
 */
export const answerQuestions = (
  api: Api,
  session: Session,
  isOurs: (question: ToolQuestion) => boolean,
  onError: (error: unknown) => void,
): (() => void) => {
  const seen = new Set<string>()
  let last = Promise.resolve()
  const subscription = api.questions.pending.subscribe(undefined, {
    onError,
    onData: (questions) => {
      for (const question of questions) {
        if (seen.has(question.id) || question.withdrawn || !isOurs(question)) continue
        seen.add(question.id)
        last = last
          .then(async () => {
            await api.questions.answer.mutate({ id: question.id, reply: await replyTo(session, question) })
          })
          // A question that was answered in a window meanwhile doesn't fail the turn, which goes on.
          .catch((thrown: unknown) => {
            if (!isGone(thrown)) onError(thrown)
          })
      }
    },
  })
  return () => {
    subscription.unsubscribe()
  }
}

const replyTo = async (session: Session, { title, origin, tool, asked }: ToolQuestion): Promise<Reply> => {
  if (asked.kind === 'sampling' || asked.kind === 'sampled')
    return consentToSampling(session, { title, origin, tool }, asked)
  const output = askingOn(session)
  const { language } = session
  output.say('cli_question', { title, tool })
  printOrigin(output, origin)
  output.lines(asked.message, '  > ')
  if (asked.kind === 'url') output.line(`  → ${asked.url}`)
  if (!isInteractive(session.io)) {
    output.say('cli_question_nobody')
    return { action: 'decline' }
  }
  output.say('cli_question_care')
  if (asked.kind === 'url') {
    const done = await askText(session.io, say(language, 'cli_q_question_url'))
    return /^(y|yes|s|sí|si|是|はい)$/i.test(done)
      ? { action: 'accept', content: null }
      : { action: 'decline' }
  }
  const content: Content = {}
  for (const [name, field] of Object.entries(asked.schema.properties)) {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    output.line(`  ${fieldWords(asked.schema, pointer, language)}`)
    const given = await askText(
      session.io,
      `  ${fieldTitle(asked.schema, pointer)}`,
      textOf(field['default']),
    )
    const value = valueOf(field.type, given)
    if (value !== null) content[name] = value
  }
  const sent = await askText(session.io, say(language, 'cli_q_question_send'))
  return /^(y|yes|s|sí|si|是|はい)$/i.test(sent) ? { action: 'accept', content } : { action: 'decline' }
}

/** The input converted for the field; null if empty. The daemon reports invalid values. */
const valueOf = (type: ToolFieldType, given: string): Content[string] | null => {
  if (given === '') return null
  if (type === 'boolean') return /^(y|yes|true|s|sí|si|是|はい)$/i.test(given)
  if (type === 'array') return given.split(',').map((one) => one.trim())
  if (type === 'string') return given
  const number = Number(given)
  return Number.isNaN(number) ? given : number
}
type ToolFieldType = 'string' | 'number' | 'integer' | 'boolean' | 'array'

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const isGone = (thrown: unknown): boolean =>
  JSON.stringify(thrown instanceof Error && 'data' in thrown ? thrown.data : null).includes('question_gone')

type Asked = Extract<ToolQuestion['asked'], { kind: 'sampling' | 'sampled' }>

/** Shows a server's request to a model, or the model's answer, in full. Without a terminal it is declined. */
const consentToSampling = async (
  session: Session,
  { title, origin, tool }: Pick<ToolQuestion, 'title' | 'origin' | 'tool'>,
  asked: Asked,
): Promise<QuestionAnswer['reply']> => {
  const { io, language } = session
  const output = askingOn(session)
  const show = (text: string) => {
    output.lines(text, '  > ')
  }
  if (asked.kind === 'sampling') {
    const { system, messages, maxTokens } = asked.request
    output.say('cli_sampling_asks', { title, tool, tokens: maxTokens })
    printOrigin(output, origin)
    if (system !== null) show(`system: ${system}`)
    for (const { role, text } of messages) show(`${role}: ${text}`)
  } else {
    output.say('cli_sampling_answered', { model: asked.answer.model, title })
    printOrigin(output, origin)
    show(asked.answer.text)
    if (asked.answer.cut) output.say('cli_sampling_cut')
  }
  if (!isInteractive(io)) {
    output.say('cli_question_nobody')
    return { action: 'decline' }
  }
  const key = asked.kind === 'sampling' ? 'cli_q_sampling_ask' : 'cli_q_sampling_send'
  const said = await askText(io, say(language, key))
  return /^(y|yes|s|sí|si|是|はい)$/i.test(said) ? { action: 'accept', content: null } : { action: 'decline' }
}
