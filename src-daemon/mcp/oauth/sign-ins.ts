import type { NamedSecrets } from '../../identity/types.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { plainPage, type FetchLike, type NetworkGuard } from '../../network/index.ts'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { begin, type Begun } from './begin.ts'
import { challengeIn } from './challenge.ts'
import { signInFailure } from './failure.ts'
import { createKeptSignIns } from './kept.ts'
import { createPlaceFetch } from './places.ts'
import { redeem } from './redeem.ts'
import { revokeTokens } from './revoke.ts'
import { createTokens } from './tokens.ts'
import type { SignInTarget } from './types.ts'
import type {
  Account,
  Challenge,
  Revocation,
  SignInInput,
  SignInStart,
  SignInView,
} from '../../contract/server-sign-in.ts'

/** Signs the owner in to remote servers: OAuth 2.1 with PKCE, as MCP requires of clients. */
export interface SignIns {
  /** `problem` is the server's stored failure: after a restart it says what is needed. */
  view(uri: string, problem: SatchelError | null): SignInView
  /**
   * Starts a sign-in and replaces a pending one. Errors: `server_signin_*`, `server_address_refused`, those
   * of the network guard and of the key store.
   */
  start(target: SignInTarget, given: SignInInput, problem: SatchelError | null): Promise<SignInStart>
  /** Waits until the pending sign-in has ended. Errors: why it failed. */
  wait(uri: string): Promise<void>
  /** Cancels the pending sign-in, if there is one. */
  cancel(uri: string): void
  /** Revokes the tokens at the authorization server, and deletes them and the registration. */
  signOut(target: SignInTarget): Promise<Revocation>
  /** `send` with the server's token; `hide` is called with it. */
  authorized(target: SignInTarget, send: FetchLike, hide: (token: string) => void): FetchLike
  /** Call it when the server answered: it no longer requires a sign-in. */
  answered(uri: string): void
  /** Whether the owner is signed in to the server at another address. */
  isElsewhere(uri: string, url: string | null): boolean
  /** Deletes everything about a server without revoking it. */
  forget(uri: string): void
  close(): void
}

export interface SignInsDeps {
  readonly db: Database
  readonly secrets: NamedSecrets
  readonly guard: Pick<NetworkGuard, 'fetchFor'>
  readonly now: () => Date
  readonly language: () => Language
  /** The address of the owner's client metadata document; empty if there is none. */
  readonly clientDocument: () => string
  readonly changed: (uri: string) => void
  /** Called once the owner is signed in; the sign-in ends when it has returned. */
  readonly signedIn: (uri: string) => Promise<void>
  /** Milliseconds a sign-in waits for the person. */
  readonly timeoutMs?: number | undefined
}

interface Pending {
  readonly ending: AbortController
  /** Set once the browser has taken over. */
  shown: { readonly issuer: string; readonly until: string; readonly done: Promise<void> } | null
}

const TIMEOUT_MS = 10 * 60_000

export const createSignIns = (deps: SignInsDeps): SignIns => {
  const { guard, now, language, changed, timeoutMs = TIMEOUT_MS } = deps
  const kept = createKeptSignIns(deps)
  const fetchFor = (target: SignInTarget): FetchLike => createPlaceFetch(guard, target)
  const tokens = createTokens({ kept, fetchFor, now, changed })
  const challenges = new Map<string, Challenge>()
  const pendings = new Map<string, Pending>()
  /** Why the last sign-in of each server failed. */
  const problems = new Map<string, SatchelError>()

  const stopped = (server: string) => new SatchelError('server_signin_stopped', { params: { server } })

  const cancel = (uri: string): void => {
    const pending = pendings.get(uri)
    if (pending === undefined) return
    pendings.delete(uri)
    pending.ending.abort(stopped(uri))
    kept.forgetVerifier(uri)
    changed(uri)
  }

  const start: SignIns['start'] = async (target, given, problem) => {
    const { uri } = target
    cancel(uri)
    const pending: Pending = { ending: new AbortController(), shown: null }
    const { signal } = pending.ending
    pendings.set(uri, pending)
    problems.delete(uri)
    try {
      const fetch = fetchFor(target)
      const begun = await begin({
        target,
        challenge: challenges.get(uri) ?? challengeIn(problem),
        given,
        kept,
        fetch: (address, init) => fetch(address, { ...init, signal }),
        document: deps.clientDocument(),
        now: now().getTime(),
        signal,
      })
      const { issuer } = begun.found
      const until = new Date(now().getTime() + timeoutMs).toISOString()
      const timer = setTimeout(() => {
        problems.set(uri, stopped(uri))
        cancel(uri)
      }, timeoutMs)
      timer.unref()
      const done = complete(target, begun, signal).finally(() => {
        clearTimeout(timer)
        if (pendings.get(uri) === pending) {
          pendings.delete(uri)
          kept.forgetVerifier(uri)
        }
        changed(uri)
      })
      done.catch(() => undefined) // reported to the caller of `wait`, and stored for the view
      pending.shown = { issuer, until, done }
      changed(uri)
      return { address: begun.address, issuer, scopes: [...begun.scopes], until }
    } catch (thrown) {
      if (pendings.get(uri) === pending) pendings.delete(uri)
      throw signal.aborted ? signal.reason : thrown
    }
  }

  /** Completes the sign-in when the browser returns. */
  const complete = async (target: SignInTarget, begun: Begun, signal: AbortSignal): Promise<void> => {
    const { uri } = target
    const { callback, found } = begun
    const page = (title: 'signin_page_done' | 'signin_page_failed', text: string) => {
      callback.reply(plainPage(language(), say(language(), title), text))
    }
    try {
      const params = await callback.answer
      await redeem({ kept, tokens, fetch: fetchFor(target), now }, target, begun, params, signal)
      challenges.delete(uri)
      page('signin_page_done', say(language(), 'signin_page_close', { server: uri, issuer: found.issuer }))
      await deps.signedIn(uri)
    } catch (thrown) {
      const failure = await signInFailure(uri, thrown, 'bad_answer')
      if (failure instanceof SatchelError && !signal.aborted) problems.set(uri, failure)
      page('signin_page_failed', toErrorView(failure, language()).message)
      throw failure
    }
  }

  const signOut: SignIns['signOut'] = async (target) => {
    const { uri } = target
    cancel(uri)
    const told = await revokeTokens({ target, kept, send: fetchFor(target) }).catch(
      (): Revocation => 'failed',
    )
    forget(uri)
    return told
  }

  const forget = (uri: string): void => {
    cancel(uri)
    challenges.delete(uri)
    problems.delete(uri)
    tokens.forget(uri, { client: true })
  }

  return {
    view: (uri, problem) => {
      const shown = pendings.get(uri)?.shown ?? null
      const account = kept.account(uri)
      const failure = problems.get(uri)
      return {
        needed: challenges.get(uri) ?? challengeIn(problem),
        pending: shown === null ? null : { issuer: shown.issuer, until: shown.until },
        account: account === null ? null : withoutUrl(account),
        problem: failure === undefined ? null : toErrorView(failure, language()),
      }
    },
    start,
    wait: async (uri) => {
      const shown = pendings.get(uri)?.shown
      if (shown !== undefined && shown !== null) return shown.done
      const problem = problems.get(uri)
      if (problem !== undefined) throw problem
      if (kept.account(uri) === null) throw stopped(uri)
    },
    cancel,
    signOut,
    authorized: (target, send, hide) =>
      createAuthorizedFetch({
        target,
        send,
        hide,
        tokens,
        needed: (challenge) => {
          challenges.set(target.uri, challenge)
          changed(target.uri)
        },
      }),
    answered: (uri) => {
      if (challenges.get(uri)?.reason === 'unauthorized') challenges.delete(uri)
    },
    isElsewhere: (uri, url) => {
      const account = kept.account(uri)
      return account !== null && account.url !== url
    },
    forget,
    close: () => {
      for (const uri of [...pendings.keys()]) cancel(uri)
    },
  }
}

const withoutUrl = ({ url: _, issuerAt: __, ...shown }: Account): NonNullable<SignInView['account']> => shown
