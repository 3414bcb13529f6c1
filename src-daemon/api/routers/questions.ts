import { questionAnswerSchema, toolQuestionSchema, type ToolQuestion } from '../../contract/questions.ts'
import { byOwner, router } from '../core/trpc.ts'

/** What tools ask the person in the middle of a call. Only the window and the command line get here: no model, package or other program. */
export const questionsRouter = router({
  /** Everything that waits, now and after each change; the same in all windows. */
  pending: byOwner.subscription(async function* ({ ctx, signal }): AsyncGenerator<ToolQuestion[]> {
    const all = ctx.daemon.capabilities.questions.watch(signal ?? AbortSignal.timeout(0))
    for await (const questions of all) yield questions.map((one) => toolQuestionSchema.parse(one))
  }),

  answer: byOwner.input(questionAnswerSchema).mutation(({ ctx, input }) => {
    ctx.daemon.capabilities.questions.answer(input)
  }),
})
