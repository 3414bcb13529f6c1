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

/** What signing in needs of the rest of the daemon. */
export interface SignInDeps {
  readonly secrets: NamedSecrets
  readonly clientDocument: () => string
}

/** Signing in as the connected servers use it. */
export interface ServerSignIn {
  readonly methods: SignInsService<ServerView>
  /** Null for a program, and where nobody can be signed in. */
  view(row: Pick<ServerRow, 'uri' | 'definition' | 'addedBy' | 'problem'>): SignInView | null
  /** Whether a server that failed like this is kept all the same: its owner only has to sign in. */
  keeps(thrown: unknown): boolean
  /** `send` with the token of the server; undefined where nobody can be signed in. */
  readonly authorized: ((target: SignInTarget, send: FetchLike) => FetchLike) | undefined
  /** The names its tokens are kept under; none for a program, and where its owner gave a key of their own. */
  secretsOf(row: Pick<ServerRow, 'uri' | 'definition'>): readonly string[]
  answered(uri: string): void
  /** Forgets what was for another address than the one a server has now. */
  movedTo(uri: string, definition: ServerDefinition): void
  /** Signs out of a server that is removed. */
  leave(row: Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>): Promise<void>
  close(): void
}

/** What is done with a server once its owner is signed in. */
interface SignedInServers {
  test(uri: string): Promise<ServerTest>
  accept(input: { uri: string; tools: readonly { name: string; sha256: string }[] }): ServerView
  view(uri: string): ServerView
}

/** Joins signing in with the servers that are kept. Without `signIn` a server that asks for it is refused as any that says no. */
export const createServerSignIn = (
  deps: Omit<SignInsDeps, 'secrets' | 'clientDocument' | 'signedIn'> & {
    readonly signIn?: SignInDeps | undefined
    readonly store: Pick<ServerStore, 'get' | 'noteProblem'>
    readonly servers: SignedInServers
  },
): ServerSignIn => {
  const { signIn, store, servers, changed } = deps

  /** What the server offers now counts as accepted where the owner connected it and nobody could ask it before. */
  const lookAgain = async (uri: string): Promise<void> => {
    const row = store.get(uri)
    if (row === null) return
    try {
      const { tools } = await servers.test(uri)
      const first = row.serverVersion === null && row.addedBy === 'owner'
      const shown = tools.map(({ name, sha256 }) => ({ name, sha256 }))
      if (first && shown.length > 0) servers.accept({ uri, tools: shown })
    } catch (thrown) {
      if (store.noteProblem(uri, toSatchelError(thrown))) changed(uri)
    }
  }

  const signIns = signIn === undefined ? null : createSignIns({ ...deps, ...signIn, signedIn: lookAgain })

  const targetOf = ({
    uri,
    definition,
    addedBy,
  }: Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>): SignInTarget | null =>
    definition.kind === 'command'
      ? null
      : { uri, url: definition.url, own: definition.kind === 'url' && addedBy === 'owner' }

  const needed = (uri: string): { all: typeof signIns & object; row: ServerRow; target: SignInTarget } => {
    const row = store.get(uri)
    if (row === null) throw new SatchelError('server_unknown', { params: { uri } })
    const target = targetOf(row)
    if (signIns === null || target === null)
      throw new SatchelError('invalid_request', { params: { problem: `${uri}: no address to sign in at` } })
    return { all: signIns, row, target }
  }

  return {
    methods: {
      signIn: async ({ uri, ...given }) => {
        const { all, row, target } = needed(uri)
        return all.start(target, given, row.problem)
      },
      finishSignIn: async (uri) => {
        await needed(uri).all.wait(uri)
        return servers.view(uri)
      },
      cancelSignIn: (uri) => {
        needed(uri).all.cancel(uri)
        return servers.view(uri)
      },
      signOut: async (uri) => {
        const { all, target } = needed(uri)
        const revoked = await all.signOut(target)
        // Asked once without a token: it says then itself what it wants, or that it needs nobody.
        await lookAgain(uri)
        return { revoked, server: servers.view(uri) }
      },
    },
    view: (row) => {
      if (signIns === null || targetOf(row) === null) return null
      return signIns.view(row.uri, row.problem)
    },
    keeps: (thrown) => thrown instanceof SatchelError && thrown.code === 'server_signin_needed',
    authorized: signIns?.authorized,
    secretsOf: ({ uri, definition }) =>
      signIns === null || definition.kind === 'command' || hasOwnKey(definition) ? [] : tokenNamesOf(uri),
    answered: (uri) => signIns?.answered(uri),
    movedTo: (uri, definition) => {
      const url = definition.kind === 'command' ? null : definition.url
      if (signIns?.isElsewhere(uri, url) === true) signIns.forget(uri)
    },
    leave: async (row) => {
      const target = targetOf(row)
      if (signIns !== null && target !== null) await signIns.signOut(target)
    },
    close: () => signIns?.close(),
  }
}

/** Where the owner gave a key of their own, no token takes its place. */
const hasOwnKey = (definition: Exclude<ServerDefinition, { kind: 'command' }>): boolean =>
  definition.kind === 'url' && hasAuthorization(definition.headers)
