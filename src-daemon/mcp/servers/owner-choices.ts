import { SatchelError } from '../../platform/errors.ts'
import type { ServerChats } from './server-chat.ts'
import type { ServerStore } from '../records/store.ts'
import type { ServersService } from './types.ts'
import type { ServerView } from '../../contract/servers.ts'

export interface OwnerChoicesDeps {
  readonly store: Pick<ServerStore, 'tools' | 'off' | 'switchTool'>
  readonly chats: ServerChats
  /** Whether the server had this tool when it was asked last. */
  readonly has: (uri: string, tool: string) => boolean
  /** Errors: `server_unknown`. */
  readonly view: (uri: string) => ServerView
  /** Reports that a server's record has changed. */
  readonly kept: (uri: string) => void
}

/**
 * The owner's choices for a server besides how it is reached: which tools are on, and how conversations use
 * it.
 */
export const createOwnerChoices = ({
  store,
  chats,
  has,
  view,
  kept,
}: OwnerChoicesDeps): Pick<ServersService, 'setToolEnabled' | 'setChat'> => ({
  setToolEnabled: ({ uri, tool, enabled }) => {
    view(uri)
    // A tool that is off can still be switched on if the server has removed it meanwhile.
    if (!store.tools(uri).has(tool) && !has(uri, tool) && !store.off(uri).has(tool))
      throw new SatchelError('server_tool_unknown', { params: { server: uri, tool } })
    store.switchTool(uri, tool, enabled)
    kept(uri)
    return view(uri)
  },
  setChat: ({ uri, routed, about }) => {
    view(uri)
    const before = chats.of(uri)
    chats.set(uri, { routed: routed ?? before.routed, about: about?.trim() ?? before.about })
    kept(uri)
    return view(uri)
  },
})
