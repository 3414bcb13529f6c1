import type { QuestionAnswer, ToolQuestion } from '../../contract/questions.ts'

/** The questions of tools, as the person meets them. */
export interface QuestionsService {
  pending(): readonly ToolQuestion[]
  /** All that wait, now and after each change. */
  watch(signal: AbortSignal): AsyncIterable<readonly ToolQuestion[]>
  /**
   * Answers one, once; a withdrawn one can only be closed, by not answering it. Errors: `question_gone`, `invalid_request` with each
   * invalid field.
   */
  answer(answer: QuestionAnswer): void
}
