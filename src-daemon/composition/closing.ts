/** What the composition closes: each thing is handed over where it is made, and closed before what it was made with. */

/** Hands over what was just made, and returns it. */
export const closedBy = <T extends { close(): unknown }>(stack: AsyncDisposableStack, made: T): T =>
  stack.adopt(made, async (one) => {
    await one.close()
  })

/**
 * Closes all that was handed over, the latest first, one after the other. One that fails keeps no other open.
 *
 * @throws AggregateError of every failure, in the order in which they came
 */
export const closeAll = async (stack: AsyncDisposableStack): Promise<void> => {
  try {
    await stack.disposeAsync()
  } catch (thrown) {
    throw new AggregateError(failuresOf(thrown), 'not everything could be closed', { cause: thrown })
  }
}

const failuresOf = (thrown: unknown): readonly unknown[] =>
  thrown instanceof SuppressedError ? [...failuresOf(thrown.suppressed), thrown.error] : [thrown]

/** What `make` makes. When it fails, all that was handed over is closed; it is still its own failure that is thrown. */
export const closedOnFailure = async <T>(
  stack: AsyncDisposableStack,
  log: { error(data: object, message: string): void },
  make: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await make()
  } catch (thrown) {
    await closeAll(stack).catch((problem: unknown) => {
      log.error({ err: problem }, 'what could not be opened could not be closed either')
    })
    throw thrown
  }
}
