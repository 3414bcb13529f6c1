import { initTRPC, type TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import type { Caller } from '../../contract/capability-ref.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { ErrorView } from '../../contract/errors.ts'
import type { ErrorCode } from '../../text/index.ts'
import type { ApiContext } from './context.ts'

/**
 * `readsOnly`: changes nothing, and is a mutation only because it may take long; works even while changes are refused.
 */
interface CallMeta {
  readonly readsOnly?: boolean
}

/** The only place that converts errors for clients: `data.satchel` is an `ErrorView`. */
const t = initTRPC
  .context<ApiContext>()
  .meta<CallMeta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      // A schema mismatch is the caller's error for inputs, and ours for outputs.
      const isOutput = error.code === 'INTERNAL_SERVER_ERROR' && error.cause instanceof ZodError
      const failure = isOutput ? new SatchelError('internal', { cause: error.cause }) : (error.cause ?? error)
      const satchel: ErrorView = toErrorView(failure, ctx?.core.language() ?? 'en')
      return { message: satchel.message, code: shape.code, data: { code: shape.data.code, satchel } }
    },
  })

export const router = t.router

/** A call that works in every phase of the daemon. */
export const anytime = t.procedure

/**
 * While a newer Satchel's data is open read-only, every change is refused before any of it is done; a call that hits
 * tables this program doesn't understand fails with `database_newer`.
 */
const whileReadOnly = t.middleware(async ({ ctx, next, type, meta }) => {
  const refusal = ctx.core.readOnly()
  if (refusal === null) return next()
  if (type === 'mutation' && meta?.readsOnly !== true) throw refusal
  const result = await next()
  if (!result.ok) throw seenReadOnly(result.error, refusal)
  return result
})

const seenReadOnly = ({ code, cause }: TRPCError, refusal: SatchelError): unknown => {
  const system = cause !== undefined && 'code' in cause ? String(cause.code) : ''
  if (system.startsWith('SQLITE_READONLY')) return refusal
  const misread = system === 'SQLITE_ERROR' || (code === 'INTERNAL_SERVER_ERROR' && cause instanceof ZodError)
  return misread ? new SatchelError<ErrorCode>('database_newer', { params: refusal.params, cause }) : cause
}

/**
 * A call that needs the daemon to be ready: `ctx.daemon`. Fails with `not_ready`, or with the problem that blocks the
 * daemon.
 */
export const whenReady = anytime
  .use(({ ctx, next }) => next({ ctx: { ...ctx, daemon: ctx.core.daemon() } }))
  .use(whileReadOnly)

const onlyFor = (...callers: readonly Caller[]) =>
  t.middleware(({ ctx, next }) => {
    if (!callers.includes(ctx.caller))
      throw new SatchelError('caller_not_allowed', { params: { caller: ctx.caller } })
    return next()
  })

/**
 * A call only the user may make: consent, secrets, set-up, and reading their own data. Another program connected
 * through MCP only gets capabilities and the daemon's state.
 */
export const byOwner = whenReady.use(onlyFor('renderer', 'cli'))
export const byOwnerAnytime = anytime.use(onlyFor('renderer', 'cli'))
/** A call of the command line alone, so that a page can't use it. */
export const byCommandAnytime = anytime.use(onlyFor('cli'))
