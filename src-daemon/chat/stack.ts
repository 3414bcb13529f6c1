/** The stack of capabilities of a conversation, the top last (acp.md 6). */

const DEEPEST = 8

/** Puts `name` on top; a capability stands in the stack once. */
export const mount = (stack: readonly string[], name: string): readonly string[] =>
  [...stack.filter((other) => other !== name), name].slice(-DEEPEST)

/** Takes the top off. */
export const pop = (stack: readonly string[]): readonly string[] => stack.slice(0, -1)
