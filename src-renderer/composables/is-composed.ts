/** What browsers give a key that the input method has taken. */
const TAKEN = 229

/**
 * Whether a key belongs to an input method, which composes with it or ends what it composed. Safari ends the composition
 * first and tells of its key afterwards: only the code says so.
 */
// oxlint-disable-next-line typescript/no-deprecated -- nothing else says it there
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === TAKEN
