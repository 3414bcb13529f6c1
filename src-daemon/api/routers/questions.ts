import { questionAnswerSchema, toolQuestionSchema, type ToolQuestion } from '../../contract/questions.ts'
import { byOwner, router } from '../core/trpc.ts'

/**
 * Questions tools ask the user during a call. Only the window and the command line have access: no model, package or
 * other program.
 */
export const questionsRouter = router({
  /** All waiting questions, now and after each change; the same in all windows. */
  pending: byOwner.subscription(async function* ({ ctx, signal }): AsyncGenerator<ToolQuestion[]> {
    const all = ctx.daemon.capabilities.questions.watch(signal ?? AbortSignal.timeout(0))
    for await (const questions of all) yield questions.map((one) => toolQuestionSchema.parse(one))
  }),

  answer: byOwner.input(questionAnswerSchema).mutation(({ ctx, input }) => {
    ctx.daemon.capabilities.questions.answer(input)
  }),
})
