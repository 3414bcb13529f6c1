/** Runs what it is given one after the other: what was checked before a wait still holds after it. */
export const createOneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    // The next one waits for the end, whatever it was; who asked is told of a failure.
    last = mine.catch(() => undefined)
    return mine
  }
}
