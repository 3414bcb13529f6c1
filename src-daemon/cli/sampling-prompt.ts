import type { QuestionAnswer, ToolQuestion } from '../contract/questions.ts'
import { say } from '../text/index.ts'
import type { Session } from './session.ts'
import { askText, isInteractive } from './terminal.ts'

type Asked = Extract<ToolQuestion['asked'], { kind: 'sampling' | 'sampled' }>

/** Shows what a server wants a model to be asked, or what that answered, in full. Where nobody is there it is declined. */
export const consentToSampling = async (
  { io, output, language }: Session,
  { title, tool }: Pick<ToolQuestion, 'title' | 'tool'>,
  asked: Asked,
): Promise<QuestionAnswer['reply']> => {
  const show = (text: string) => {
    output.line(`  ${text.replaceAll('\n', '\n  ')}`)
  }
  if (asked.kind === 'sampling') {
    const { system, messages, maxTokens } = asked.request
    output.say('cli_sampling_asks', { title, tool, tokens: maxTokens })
    if (system !== null) show(`system: ${system}`)
    for (const { role, text } of messages) show(`${role}: ${text}`)
  } else {
    output.say('cli_sampling_answered', { model: asked.answer.model, title })
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
