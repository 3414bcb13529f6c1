import { initTRPC } from '@trpc/server'
import { ZodError } from 'zod'
import type { Caller } from '../capabilities/types.ts'
import { SatchelError, toErrorView, type ErrorView } from '../platform/errors.ts'
import type { ApiContext } from './context.ts'

/** The one place where a thrown thing becomes what a client sees: `data.satchel` is an `ErrorView`. */
const t = initTRPC.context<ApiContext>().create({
  errorFormatter: ({ shape, error, ctx }) => {
    // A failed schema is the caller's mistake in the input, and ours in the output.
    const isOutput = error.code === 'INTERNAL_SERVER_ERROR' && error.cause instanceof ZodError
    const failure = isOutput ? new SatchelError('internal', { cause: error.cause }) : (error.cause ?? error)
    const satchel: ErrorView = toErrorView(failure, ctx?.core.language() ?? 'en')
    return { message: satchel.message, code: shape.code, data: { code: shape.data.code, satchel } }
  },
})

export const router = t.router

/** A call that works in every phase of the daemon. */
export const anytime = t.procedure

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

/**
 * A call only the person at the machine may make: consent, secrets, set-up, and reading what is theirs. Another program through
 * MCP finds capabilities and the state of the daemon, nothing else.
 */
export const byOwner = whenReady.use(onlyFor('renderer', 'cli'))
export const byOwnerAnytime = anytime.use(onlyFor('renderer', 'cli'))
