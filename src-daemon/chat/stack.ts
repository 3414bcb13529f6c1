/** The stack of capabilities of a conversation, the top last (acp.md 6). */
import type { CapabilityCatalog } from '../packages/types.ts'

const DEEPEST = 8

/** Puts `name` on top; a capability is in the stack only once. */
export const mount = (stack: readonly string[], name: string): readonly string[] =>
  [...stack.filter((other) => other !== name), name].slice(-DEEPEST)

/** Takes the top off. */
export const pop = (stack: readonly string[]): readonly string[] => stack.slice(0, -1)

/** Without capabilities that were removed or switched off since. */
export const present = (
  stack: readonly string[],
  packages: Pick<CapabilityCatalog, 'get'>,
): readonly string[] => stack.filter((name) => packages.get(name) !== null)

/**
 * Whether the capability in use was idle for longer than `minutes` (acp.md 6.3); 0 = never. A conversation without messages isn't idle,
 * nor one after the clock was set back.
 */
export const isIdle = (lastSaid: string | undefined, now: Date, minutes: number): boolean =>
  lastSaid !== undefined && minutes > 0 && now.getTime() - Date.parse(lastSaid) > minutes * 60_000
