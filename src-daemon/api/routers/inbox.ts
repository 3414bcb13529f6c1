import { z } from 'zod'
import {
  agentAnswerSchema,
  agentCallerSchema,
  agentEndpointStatusSchema,
  exposableToolSchema,
} from '../../contract/agents.ts'
import { agentEndpointSchema, developmentHostSchema } from '../../contract/settings.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Other agents: where they reach this one, what each may call, and which ones wait for an answer. */
export const agentsRouter = router({
  status: byOwner.output(agentEndpointStatusSchema).query(({ ctx }) => ctx.daemon.agents.status()),

  setEndpoint: byOwner
    .input(agentEndpointSchema)
    .output(agentEndpointStatusSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agents.setEndpoint(input)),

  setDevelopmentHosts: byOwner
    .input(z.array(developmentHostSchema).max(50))
    .output(agentEndpointStatusSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agents.setDevelopmentHosts(input)),

  callers: byOwner.output(z.array(agentCallerSchema)).query(({ ctx }) => [...ctx.daemon.agents.callers()]),

  exposable: byOwner
    .output(z.array(exposableToolSchema))
    .query(({ ctx }) => [...ctx.daemon.agents.exposable()]),

  answer: byOwner
    .input(agentAnswerSchema)
    .output(agentCallerSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agents.answer(input)),

  forget: byOwner.input(z.object({ did: z.string().max(2048) })).mutation(async ({ ctx, input }) => {
    await ctx.daemon.agents.forget(input.did)
  }),
})
