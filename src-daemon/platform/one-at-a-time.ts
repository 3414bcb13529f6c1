/** Runs tasks one after the other, so that what a task checked before an await still holds after it. */
export const createOneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    // The next task starts after this one, even if this one fails; only its caller gets the error.
    last = mine.catch(() => undefined)
    return mine
  }
}
