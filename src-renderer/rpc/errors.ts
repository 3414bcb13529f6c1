import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '../../src-daemon/api/routers/router.ts'
import type { ErrorView } from '../../src-daemon/contract/errors.ts'
import { t } from '../i18n/index.ts'

export type { ErrorView } from '../../src-daemon/contract/errors.ts'

const isOurs = (thrown: unknown): thrown is TRPCClientError<AppRouter> => thrown instanceof TRPCClientError

/**
 * Any thrown value as an `ErrorView`: the daemon's own if it sent one, else made from what the page knows about the
 * connection.
 */
export const toErrorView = (thrown: unknown): ErrorView => {
  if (isOurs(thrown) && thrown.data) return thrown.data.satchel
  const reason = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  const lost = thrown instanceof TRPCClientError
  return {
    code: lost ? 'connection_lost' : 'page_failed',
    message: t(lost ? 'frame.errors.connectionLost.message' : 'frame.errors.pageFailed.message'),
    action: t(lost ? 'frame.errors.connectionLost.action' : 'frame.errors.pageFailed.action'),
    details: reason,
  }
}

/** The text a user copies into a bug report. An `ErrorView` contains no secrets. */
export const errorReport = (error: ErrorView): string =>
  JSON.stringify({ ...error, page: window.location.hash, at: new Date().toISOString() }, null, 2)
