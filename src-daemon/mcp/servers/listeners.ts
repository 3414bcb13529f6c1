import { createEmitter } from '../../platform/emitter.ts'
import type { ServersService } from './types.ts'

/** Who is told of servers: of everything that shows in a view, or only of what other bindings can run. */
export interface Listeners extends Pick<ServersService, 'onChange' | 'onOffer'> {
  changed(uri: string): void
  /** What is kept of a server is another one. */
  kept(uri: string): void
}

export const createListeners = (): Listeners => {
  const changes = createEmitter<string>()
  const offers = createEmitter()
  return {
    changed: changes.tell,
    kept: (uri) => {
      offers.tell()
      changes.tell(uri)
    },
    onChange: changes.listen,
    onOffer: offers.listen,
  }
}
