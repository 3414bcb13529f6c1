import type { Signer } from '../core/types.ts'
import type { Authorization } from './types.ts'
import type { AuthorizationChain, AuthorizationDocument } from './document.ts'

/** An authorization that this run of the daemon verified or issued. */
export interface Held {
  readonly chain: AuthorizationChain
  readonly document: AuthorizationDocument
  readonly actions: ReadonlySet<string>
  /** Milliseconds since 1970. */
  readonly expires: number
  /** Set for an install's own; null for those below it. */
  readonly capUri: string | null
  /** The key it was given to, if created here: its secret is only in this object. */
  readonly holder: Signer | null
  /** Whether it is also in the database. */
  readonly stored: boolean
  revoked: boolean
  /** Its target at the last check. */
  last: { readonly owner: string; readonly capUri: string; readonly scope: string } | null
}

/** How many authorizations of turns are kept; older ones are dropped, and are then no longer valid. */
const LIMIT = 2000

/** The authorizations in memory: `check` looks only here. */
export interface HeldAuthorizations {
  get(id: string): Held | undefined
  /** The valid one of an install. */
  ofInstall(capUri: string): Held | undefined
  /** Makes one the valid one of its install. */
  setInstall(capUri: string, held: Held): void
  add(held: Omit<Held, 'document' | 'actions' | 'expires' | 'revoked' | 'last'>): Held
  /** Revokes an id and everything below it. */
  revoke(id: string): readonly string[]
}

export const createHeldAuthorizations = ({ now }: { readonly now: () => Date }): HeldAuthorizations => {
  const all = new Map<string, Held>()
  const installs = new Map<string, Held>()

  const forgetSome = (): void => {
    if (all.size <= LIMIT) return
    const time = now().getTime()
    for (const [id, { expires, stored }] of all) if (!stored && expires <= time) all.delete(id)
    for (const [id, { stored }] of all) {
      if (all.size <= LIMIT) return
      if (!stored) all.delete(id)
    }
  }

  return {
    get: (id) => all.get(id),
    ofInstall: (capUri) => installs.get(capUri),
    setInstall: (capUri, held) => {
      installs.set(capUri, held)
    },
    add: (given) => {
      const document = given.chain.at(-1) ?? given.chain[0]
      const held: Held = {
        ...given,
        document,
        actions: new Set(document.allowedAction),
        expires: Date.parse(document.expires),
        revoked: false,
        last: null,
      }
      forgetSome()
      all.set(document.id, held)
      return held
    },
    revoke: (id) => {
      const below = [...all.values()].filter(({ chain }) => chain.some((link) => link.id === id))
      for (const held of below) held.revoked = true
      return below.map(({ document }) => document.id)
    },
  }
}

/** What callers that act with it see. */
export const viewOf = ({ document }: Held): Authorization => ({
  id: document.id,
  target: document.invocationTarget,
  actions: document.allowedAction,
  expiresAt: document.expires,
})
