/**
 * Looks through a conversation each time something happened in it: one look at a time, and one more if something happened meanwhile. Never
 * fails: what can't be done now is tried again with the next look.
 */
export const createLooks = (
  look: (thread: string) => Promise<void>,
  failed: (thrown: unknown, thread: string) => void,
): ((thread: string) => void) => {
  /** True: once more after that. */
  const looking = new Map<string, boolean>()
  const again = (id: string): void => {
    if (looking.has(id)) {
      looking.set(id, true)
      return
    }
    looking.set(id, false)
    look(id)
      .catch((thrown: unknown) => {
        failed(thrown, id)
      })
      .finally(() => {
        const more = looking.get(id) === true
        looking.delete(id)
        if (more) again(id)
      })
  }
  return again
}
