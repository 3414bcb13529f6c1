import { createEmitter } from '../../platform/emitter.ts'
import type { ServersService } from './types.ts'

/** Notifies listeners of servers: of every change of a view, or only of changes in what bindings can run. */
export interface Listeners extends Pick<ServersService, 'onChange' | 'onOffer'> {
  changed(uri: string): void
  /** A server's record has changed. */
  kept(uri: string): void
}

export const createListeners = (): Listeners => {
  const changes = createEmitter<string>()
  const offers = createEmitter()
  return {
    changed: changes.emit,
    kept: (uri) => {
      offers.emit()
      changes.emit(uri)
    },
    onChange: changes.listen,
    onOffer: offers.listen,
  }
}
