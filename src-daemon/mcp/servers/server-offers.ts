import { toSatchelError, type SatchelError } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { abortable } from '../../platform/abortable.ts'
import type { Session } from '../sessions/session.ts'
import type { ServerOffers } from './offer-types.ts'
import type { ServerNotice } from '../../contract/server-offers.ts'

/** The result of `createServerOffers`, plus a way to pass on a server's notices. */
export interface ServerOffersRoom extends ServerOffers {
  emit(notice: ServerNotice): void
}

/** @param use provides the session of a known server, and starts it if needed. Errors: `server_unknown` and more */
export const createServerOffers = (
  use: <T>(
    uri: string,
    signal: AbortSignal | undefined,
    work: (session: Session) => Promise<T>,
  ) => Promise<T>,
): ServerOffersRoom => {
  const { listen: onNotice, emit } = createEmitter<ServerNotice>()

  const watchResource: ServerOffers['watchResource'] = ({ uri, resource }, signal) =>
    (async function* () {
      // Changes reported before the consumer asks for the next one are merged.
      let news = Promise.withResolvers<undefined>()
      let over = false
      // Set while this waits.
      const failureNow = (): SatchelError | null => failure
      const isOver = () => over || signal.aborted
      const watching = Promise.withResolvers<undefined>()
      let failure: SatchelError | null = null
      const done = use(uri, signal, async (session) => {
        const leave = await session.offers.watch(
          resource,
          () => {
            news.resolve(undefined)
          },
          { signal },
        )
        watching.resolve(undefined)
        await abortable(session.ended, signal).catch(() => undefined) // it rejects only for the signal
        // A server that is gone needs no message.
        if (signal.aborted) await leave().catch(() => undefined)
      })
        .catch((thrown: unknown) => {
          if (!signal.aborted) failure = toSatchelError(thrown)
        })
        .finally(() => {
          over = true
          watching.resolve(undefined)
          news.resolve(undefined)
        })
      await watching.promise
      if (!isOver()) yield 'watching'
      while (!isOver()) {
        await news.promise
        if (isOver()) break
        news = Promise.withResolvers()
        yield 'changed'
      }
      await done
      const problem = failureNow()
      if (problem !== null) throw problem
    })()

  return {
    resources: (uri, { signal } = {}) => use(uri, signal, (session) => session.offers.resources({ signal })),
    readResource: ({ uri, resource, variables }, { signal } = {}) =>
      use(uri, signal, (session) => session.offers.read(resource, variables, { signal })),
    prompts: (uri, { signal } = {}) => use(uri, signal, (session) => session.offers.prompts({ signal })),
    prompt: ({ uri, name, arguments: values }, { signal } = {}) =>
      use(uri, signal, (session) => session.offers.prompt(name, values, { signal })),
    complete: ({ uri, ...input }, { signal } = {}) =>
      use(uri, signal, (session) => session.offers.complete(input, { signal })),
    watchResource,
    onNotice,
    emit,
  }
}
