import { z } from 'zod'
import type { Language } from '../../contract/language.ts'
import type { QuestionAnswer, ToolQuestion } from '../../contract/questions.ts'
import type { Form } from '../../contract/form.ts'
import { fillingsOf, initialValues, profileNameOf, say, type ProfileFilling } from '../../text/index.ts'
import { askingOn, printOrigin } from './approval-prompt.ts'
import { createFormPrompt } from './form-prompt.ts'
import { errorViewOf, type Api, type Session } from './session.ts'
import { askText, isInteractive } from './terminal.ts'

type Reply = QuestionAnswer['reply']

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
          .then(() => answerOne(api, session, question))
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

const answerOne = async (api: Api, session: Session, question: ToolQuestion): Promise<void> => {
  const { id, title, origin, tool, asked } = question
  const { io, language } = session
  const send = (reply: Reply) => api.questions.answer.mutate({ id, reply })
  if (asked.kind === 'sampling' || asked.kind === 'sampled') {
    await send(await consentToSampling(session, { title, origin, tool }, asked))
    return
  }
  const output = askingOn(session)
  output.say('cli_question', { title, tool })
  printOrigin(output, origin)
  if (asked.kind === 'form' && asked.forwarded !== undefined) {
    const { requester, hops } = asked.forwarded
    output.say('cli_question_forwarded', { requester: requester ?? '?', hops })
  }
  const said =
    asked.kind === 'url'
      ? asked.message
      : [asked.form.title, asked.form.description].filter((text) => text !== null).join('\n')
  if (said !== '') output.lines(said, '  > ')
  if (asked.kind === 'url') output.line(`  → ${asked.url}`)
  if (!isInteractive(io)) {
    output.say('cli_question_no_person')
    await send({ action: 'decline' })
    return
  }
  const secrets = asked.kind === 'form' ? asked.form.fields.filter(({ secret }) => secret) : []
  if (secrets.length > 0)
    output.say('cli_question_secret', { fields: secrets.map(({ label }) => label).join(', '), title })
  else output.say('cli_question_care')
  if (asked.kind === 'url') {
    const isDone = isYes(await askText(io, say(language, 'cli_q_question_url')))
    await send(isDone ? { action: 'accept', values: null } : { action: 'decline' })
    return
  }
  const fillings = await fillingsFor(api, asked.form, language)
  if (fillings.length > 0) {
    if (question.origin.kind !== 'server') output.say('cli_question_model_reads')
    output.say('cli_question_profile')
  }
  const form = createFormPrompt(asked.form, { session, output, fillings })
  for (let reply = await form.fill(); ;) {
    try {
      await send(reply)
      return
    } catch (thrown) {
      const { code, message, details } = errorViewOf(thrown, language)
      if (code !== 'invalid_request') throw thrown
      const again = form.correct(refusedSchema.safeParse(details).data?.pointer ?? '', message)
      // No answer fits what the tool asks for, or none of its fields is named.
      if (again === null) output.line(message)
      reply = (await again) ?? { action: 'decline' }
    }
  }
}

/** What the owner's profile has for a form; it isn't read for one that asks for nothing of it. */
const fillingsFor = async (api: Api, form: Form, language: Language): Promise<readonly ProfileFilling[]> =>
  form.fields.every((field) => profileNameOf(field) === null)
    ? []
    : fillingsOf(form, initialValues(form), await api.profile.get.query(), language)

/** Where the daemon found something wrong in an answer. */
const refusedSchema = z.object({ pointer: z.string() })

const isYes = (said: string): boolean => /^(y|yes|s|sí|si|是|はい)$/i.test(said)

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
    output.say('cli_question_no_person')
    return { action: 'decline' }
  }
  const key = asked.kind === 'sampling' ? 'cli_q_sampling_ask' : 'cli_q_sampling_send'
  const said = await askText(io, say(language, key))
  return isYes(said) ? { action: 'accept', values: null } : { action: 'decline' }
}
