import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import type { Caller } from '../capabilities/types.ts'
import { SatchelError, toErrorView, toSatchelError, type ErrorView } from '../platform/errors.ts'
import type { ApiContext } from './context.ts'

/** The one place where a thrown thing becomes what a client sees: `data.satchel` is an `ErrorView`. */
const t = initTRPC.context<ApiContext>().create({
  errorFormatter: ({ shape, error, ctx }) => {
    const satchel: ErrorView = toErrorView(error.cause ?? error, ctx?.core.language() ?? 'en')
    return { message: satchel.message, code: shape.code, data: { code: shape.data.code, satchel } }
  },
})

export const router = t.router

const inWords = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok || result.error.cause instanceof ZodError || result.error.code === 'NOT_FOUND') return result
  const cause = toSatchelError(result.error.cause ?? result.error)
  throw new TRPCError({ code: cause.code === 'internal' ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST', cause })
})

/** A call that works in every phase of the daemon. */
export const anytime = t.procedure.use(inWords)

/** A call that needs the services: `ctx.services`. Fails with `not_ready`, or with what blocks the daemon. */
export const whenReady = anytime.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, services: ctx.core.services() } }),
)

const onlyFor = (...callers: readonly Caller[]) =>
  t.middleware(({ ctx, next }) => {
    if (!callers.includes(ctx.caller))
      throw new SatchelError('caller_not_allowed', { params: { caller: ctx.caller } })
    return next()
  })

/** A call only the person at the machine may make: consent, secrets, set-up. Never another program through MCP. */
export const byOwner = whenReady.use(onlyFor('renderer', 'cli'))
export const byOwnerAnytime = anytime.use(onlyFor('renderer', 'cli'))
