import { APP_SCHEME } from './app-origin.ts'

/** The page's own limit; no genuine link is longer. */
const LONGEST = 32 * 1024

/** The links that are accepted: to add a server, to install a capability. Some programs put a slash after the host. */
const ACCEPTED = ['servers/add?', 'install?', 'install/?'].map((action) => `${APP_SCHEME}://${action}`)

/** The first accepted link among the command-line arguments. */
export const linkIn = (argv: readonly string[]): string | null =>
  argv.find(
    (one) => one.length <= LONGEST && ACCEPTED.some((action) => one.toLowerCase().startsWith(action)),
  ) ?? null

export interface DeepLinks {
  /**
   * Stores a link from the operating system, replacing one not fetched yet. Returns false if `argv` has no accepted
   * link.
   */
  arrived(argv: readonly string[]): boolean
  /** Returns the waiting link, once. */
  take(): string | null
}

/**
 * Links that other programs open with Satchel. The shell doesn't parse them: it keeps the last one until the page
 * fetches it, which shows what it would add or install. A link itself starts nothing.
 */
export const createDeepLinks = ({ notify }: { readonly notify: () => void }): DeepLinks => {
  let waiting: string | null = null
  return {
    arrived: (argv) => {
      const link = linkIn(argv)
      if (link === null) return false
      waiting = link
      notify()
      return true
    },
    take: () => {
      const link = waiting
      waiting = null
      return link
    },
  }
}
