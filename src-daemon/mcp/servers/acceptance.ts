import { SatchelError } from '../../platform/errors.ts'
import { definitionHash, type ToolDefinition } from '../records/definitions.ts'
import type { Pins } from '../pins/pins.ts'
import type { ServerStore } from '../records/store.ts'
import type { ServersService } from './types.ts'
import type { ServerDefinition, ServerView } from '../../contract/servers.ts'
import type { Definitions } from './views.ts'

export interface AcceptanceDeps {
  readonly store: Pick<ServerStore, 'tools' | 'accept' | 'trust' | 'noteProblem' | 'redefine'>
  readonly pins: Pick<Pins, 'accept'>
  readonly now: () => Date
  /** Its tools as the server described them last; null if it was not asked. */
  readonly seen: (uri: string) => Definitions | null
  /** Errors: `server_unknown`. */
  readonly view: (uri: string) => ServerView
  /** Stops it, and clears its failures. */
  readonly end: (uri: string) => Promise<void>
  /** The same, and the next start follows its new definition. */
  readonly renew: (uri: string) => Promise<void>
  /** Reports that a server's record has changed. */
  readonly kept: (uri: string) => void
}

/**
 * The owner's decisions after a review: accepting tools as described now, what would run now, and
 * a folder's new place, and trusting a server.
 */
export const createAcceptance = ({
  store,
  pins,
  now,
  seen: seenOf,
  view,
  end,
  renew,
  kept,
}: AcceptanceDeps): Pick<ServersService, 'accept' | 'acceptPackage' | 'acceptMove' | 'trust'> => ({
  accept: ({ uri, tools }) => {
    view(uri)
    const seen = seenOf(uri)
    const accepted = store.tools(uri)
    const taken: ToolDefinition[] = []
    const gone: string[] = []
    for (const { name, sha256 } of tools) {
      const described = seen?.get(name)
      const shown = described ?? accepted.get(name)
      // Only what was reviewed is accepted: the server may have sent a newer list since.
      if (seen === null || shown === undefined || definitionHash(shown) !== sha256)
        throw new SatchelError('server_not_accepted', { params: { server: uri }, details: { tool: name } })
      if (described === undefined) gone.push(name)
      else taken.push(described)
    }
    store.accept(uri, { tools: taken, gone, at: now().toISOString() })
    kept(uri)
    return view(uri)
  },

  acceptPackage: async ({ uri, sha256 }) => {
    view(uri)
    pins.accept(uri, sha256)
    await end(uri)
    // The changed package was the only reason why it was not started.
    store.noteProblem(uri, null)
    kept(uri)
    return view(uri)
  },

  acceptMove: async ({ uri, path, real }) => {
    const { definition } = view(uri)
    if (definition.kind !== 'command' || !foldersOf(definition).includes(path))
      throw new SatchelError('server_not_accepted', { params: { server: uri } })
    const moved = (folders: readonly string[]) => [
      ...new Set(folders.map((folder) => (folder === path ? real : folder))),
    ]
    const { grants } = definition
    const { read, write } = grants
    store.redefine(uri, {
      ...definition,
      grants: { ...grants, read: moved(read), write: moved(write) },
    })
    await renew(uri)
    store.noteProblem(uri, null)
    kept(uri)
    return view(uri)
  },

  trust: (uri, trusted) => {
    view(uri)
    store.trust(uri, trusted ? now().toISOString() : null)
    kept(uri)
    return view(uri)
  },
})

const foldersOf = ({ grants }: Extract<ServerDefinition, { kind: 'command' }>): readonly string[] => [
  ...grants.read,
  ...grants.write,
]
