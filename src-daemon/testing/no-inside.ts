import { watchTree } from '../sandbox/index.ts'

/** For tests without models inside Satchel: nothing can be fetched, and nothing is there. */
export const NO_INSIDE = {
  folder: '/nonexistent',
  registry: () => Promise.resolve('http://127.0.0.1:9/'),
  watchTree,
}
