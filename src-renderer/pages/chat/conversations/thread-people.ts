import type { ThreadPerson } from '../../../../src-daemon/contract/thread-conversations.ts'

/** The names of the others who are in a conversation. */
export const othersIn = (people: readonly ThreadPerson[]): readonly string[] =>
  people.filter(({ isUs, state }) => !isUs && state === 'in').map(({ name }) => name)
