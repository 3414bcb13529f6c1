/** Long work in slices, between which others are served. */

/** Work that yields after each step how much it was, in characters. */
export type Steps<Result> = Generator<number, Result, undefined>

/** What is done at once: about 5 ms, of few long messages or many short ones. */
const SLICE = 100_000
/** What a step costs beside its characters. */
const STEP = 1000

/** Whether work of so many steps, with so many characters in all, is enough for one slice. */
export const fillsSlice = (steps: number, characters: number): boolean => steps * STEP + characters >= SLICE

/** Does the work to its end. After each slice, what waits in the event loop has its turn. */
export const inSlices = async <Result>(work: Steps<Result>): Promise<Result> => {
  let [steps, characters] = [0, 0]
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    steps += 1
    characters += step.value
    if (!fillsSlice(steps, characters)) continue
    await new Promise((resolve) => setImmediate(resolve))
    ;[steps, characters] = [0, 0]
  }
}
