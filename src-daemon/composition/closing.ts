/**
 * Closing the composition: each part is registered where it is created, and closed before the parts it depends on.
 */

/** Registers what was just made, and returns it. */
export const closedBy = <T extends { close(): unknown }>(stack: AsyncDisposableStack, made: T): T =>
  stack.adopt(made, async (one) => {
    await one.close()
  })

/**
 * Closes everything registered, one after the other, latest first. If one fails, the others are still closed.
 *
 * @throws AggregateError of every failure, in the order in which they occurred
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

/** Returns what `make` makes. If it fails, everything registered is closed, and its own error is thrown. */
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
