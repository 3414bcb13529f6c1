/** Calls its listeners in the order they were added; `listen` returns the function that removes one. */
export interface Emitter<T> {
  readonly listen: (listener: (value: T) => void) => () => void
  readonly emit: (value: T) => void
}

export const createEmitter = <T = void>(): Emitter<T> => {
  const listeners = new Set<(value: T) => void>()
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    emit: (value) => {
      for (const listener of listeners) listener(value)
    },
  }
}
