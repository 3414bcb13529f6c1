import type { NamedSecrets } from '../../identity/types.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { FetchLike } from '../../network/index.ts'
import type { ServerRow, ServerStore } from '../records/store.ts'
import type { ServerDefinition, ServerTest, ServerView } from '../../contract/servers.ts'
import { tokenNamesOf } from './kept.ts'
import { createSignIns, type SignInsDeps } from './sign-ins.ts'
import { hasAuthorization } from '../transports/endpoint.ts'
import type { SignInsService, SignInTarget } from './types.ts'
import type { SignInView } from '../../contract/server-sign-in.ts'

/** What signing in needs from the rest of the daemon. */
export interface SignInDeps {
  readonly secrets: NamedSecrets
  readonly clientDocument: () => string
}

/** Signing in, as the connected servers use it. */
export interface ServerSignIn {
  readonly methods: SignInsService<ServerView>
  /** Null for a program. */
  view(row: Pick<ServerRow, 'uri' | 'definition' | 'addedBy' | 'problem'>): SignInView | null
  /** Whether to keep a server that failed like this: its owner only has to sign in. */
  keeps(thrown: unknown): boolean
  /** `send` with the server's token. */
  authorized(target: SignInTarget, send: FetchLike, hide: (token: string) => void): FetchLike
  /** The names of its tokens; none for a program, and if its owner provided a key. */
  secretsOf(row: Pick<ServerRow, 'uri' | 'definition'>): readonly string[]
  answered(uri: string): void
  /** Deletes tokens for an address that the server no longer has. */
  movedTo(uri: string, definition: ServerDefinition): void
  /** Signs out of a server that is being removed. */
  leave(row: Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>): Promise<void>
  close(): void
}

/** What happens to a server once its owner is signed in. */
interface SignedInServers {
  test(uri: string): Promise<ServerTest>
  view(uri: string): ServerView
}

/** Connects signing in with the configured servers. */
export const createServerSignIn = (
  deps: Omit<SignInsDeps, 'secrets' | 'clientDocument' | 'signedIn'> & {
    readonly signIn: SignInDeps
    readonly store: Pick<ServerStore, 'get' | 'noteProblem'>
    readonly servers: SignedInServers
  },
): ServerSignIn => {
  const { store, servers, changed } = deps

  /** Lists the server's current tools, to be read and accepted. */
  const lookAgain = async (uri: string): Promise<void> => {
    if (store.get(uri) === null) return
    try {
      await servers.test(uri)
    } catch (thrown) {
      if (store.noteProblem(uri, toSatchelError(thrown))) changed(uri)
    }
  }

  const signIns = createSignIns({ ...deps, ...deps.signIn, signedIn: lookAgain })

  const targetOf = ({
    uri,
    definition,
    addedBy,
  }: Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>): SignInTarget | null =>
    definition.kind === 'command'
      ? null
      : { uri, url: definition.url, own: definition.kind === 'url' && addedBy === 'owner' }

  const needed = (uri: string): { row: ServerRow; target: SignInTarget } => {
    const row = store.get(uri)
    if (row === null) throw new SatchelError('server_unknown', { params: { uri } })
    const target = targetOf(row)
    if (target === null)
      throw new SatchelError('invalid_request', { params: { problem: `${uri}: no address to sign in at` } })
    return { row, target }
  }

  return {
    methods: {
      signIn: async ({ uri, ...given }) => {
        const { row, target } = needed(uri)
        return signIns.start(target, given, row.problem)
      },
      finishSignIn: async (uri) => {
        needed(uri)
        await signIns.wait(uri)
        return servers.view(uri)
      },
      cancelSignIn: (uri) => {
        needed(uri)
        signIns.cancel(uri)
        return servers.view(uri)
      },
      signOut: async (uri) => {
        const { target } = needed(uri)
        const revoked = await signIns.signOut(target)
        // Called once without a token: the response says what the server requires, or that it needs no
        // sign-in.
        await lookAgain(uri)
        return { revoked, server: servers.view(uri) }
      },
    },
    view: (row) => (targetOf(row) === null ? null : signIns.view(row.uri, row.problem)),
    keeps: (thrown) => thrown instanceof SatchelError && thrown.code === 'server_signin_needed',
    authorized: signIns.authorized,
    secretsOf: ({ uri, definition }) =>
      definition.kind === 'command' || hasOwnKey(definition) ? [] : tokenNamesOf(uri),
    answered: signIns.answered,
    movedTo: (uri, definition) => {
      const url = definition.kind === 'command' ? null : definition.url
      if (signIns.isElsewhere(uri, url)) signIns.forget(uri)
    },
    leave: async (row) => {
      const target = targetOf(row)
      if (target !== null) await signIns.signOut(target)
    },
    close: signIns.close,
  }
}

/** If the owner provided a key, no token replaces it. */
const hasOwnKey = (definition: Exclude<ServerDefinition, { kind: 'command' }>): boolean =>
  definition.kind === 'url' && hasAuthorization(definition.headers)
