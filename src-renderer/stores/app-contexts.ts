import { shallowRef } from 'vue'
import type { ResourceInput } from '../../src-daemon/contract/chat.ts'

/** What an interface in a conversation shows now: the person sees it beside the message they write, and can take it out. */
export interface AppContext {
  readonly conversationId: string
  readonly resource: ResourceInput
  /** It shows nothing to know any more. */
  readonly isEmpty: boolean
}

/** The last one that was said. */
export const appContext = shallowRef<AppContext | null>(null)

/** The attached texts with what an interface shows, in place of what it showed before. */
export const withContext = (
  resources: readonly ResourceInput[],
  { resource, isEmpty }: AppContext,
): readonly ResourceInput[] => {
  const others = resources.filter(
    (one) => one.server !== resource.server || one.resource !== resource.resource,
  )
  return isEmpty ? others : [...others, resource]
}
