/** Runs one piece of work for each key at a time: whoever comes meanwhile gets the same outcome. */
export const createOnce = <T>() => {
  const running = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const begun = running.get(key)
    if (begun !== undefined) return begun
    const run = work().finally(() => running.delete(key))
    running.set(key, run)
    return run
  }
}
