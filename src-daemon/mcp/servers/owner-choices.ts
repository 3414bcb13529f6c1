import { SatchelError } from '../../platform/errors.ts'
import type { ServiceChats } from './server-chat.ts'
import type { ServiceStore } from '../records/store.ts'
import type { ServicesService } from './types.ts'
import type { ServiceView } from '../../contract/servers.ts'

export interface OwnerChoicesDeps {
  readonly store: Pick<ServiceStore, 'tools' | 'off' | 'switchTool'>
  readonly chats: ServiceChats
  /** Whether the server said that it has this tool when it was asked last. */
  readonly has: (uri: string, tool: string) => boolean
  /** Errors: `service_unknown`. */
  readonly view: (uri: string) => ServiceView
  /** Tells that what is kept of a service is another. */
  readonly kept: (uri: string) => void
}

/** What the owner chooses for a service beside how it is reached: which tools are on, and how conversations use it. */
export const createOwnerChoices = ({
  store,
  chats,
  has,
  view,
  kept,
}: OwnerChoicesDeps): Pick<ServicesService, 'setToolEnabled' | 'setChat'> => ({
  setToolEnabled: ({ uri, tool, enabled }) => {
    view(uri)
    // What is off stays switchable where the server took the tool away meanwhile.
    if (!store.tools(uri).has(tool) && !has(uri, tool) && !store.off(uri).has(tool))
      throw new SatchelError('service_tool_unknown', { params: { service: uri, tool } })
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
