import type { ServicesService } from './types.ts'

/** Who is told of services: of everything that shows in a view, or only of what other bindings can run. */
export interface Hearers extends Pick<ServicesService, 'onChange' | 'onOffer'> {
  changed(uri: string): void
  /** What is kept of a service is another one. */
  kept(uri: string): void
}

export const createHearers = (): Hearers => {
  const listeners = new Set<(uri: string) => void>()
  const offerListeners = new Set<() => void>()
  const changed = (uri: string): void => {
    for (const listener of listeners) listener(uri)
  }
  return {
    changed,
    kept: (uri) => {
      for (const listener of offerListeners) listener()
      changed(uri)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onOffer: (listener) => {
      offerListeners.add(listener)
      return () => offerListeners.delete(listener)
    },
  }
}
