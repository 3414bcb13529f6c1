import type { PackagesService } from '../packages/types.ts'

/** The stack of capabilities of a conversation, the top last (acp.md 6). */

const DEEPEST = 8

/**
 * Minutes after which what was in use is left: who comes back after so long starts something new (acp.md 6.3). Half an hour is
 * a pause at one's desk; a meal is longer.
 */
export const IDLE_MINUTES = 30

/** Puts `name` on top; a capability stands in the stack once. */
export const mount = (stack: readonly string[], name: string): readonly string[] =>
  [...stack.filter((other) => other !== name), name].slice(-DEEPEST)

/** Takes the top off. */
export const pop = (stack: readonly string[]): readonly string[] => stack.slice(0, -1)

/** Without what was removed or switched off since. */
export const present = (
  stack: readonly string[],
  packages: Pick<PackagesService, 'get'>,
): readonly string[] => stack.filter((name) => packages.get(name) !== null)

/** Whether what is in use was left alone for too long. Nothing said before is no pause, nor is a clock that went back. */
export const isIdle = (lastSaid: string | undefined, now: Date, minutes = IDLE_MINUTES): boolean =>
  lastSaid !== undefined && minutes > 0 && now.getTime() - Date.parse(lastSaid) > minutes * 60_000
