import { APP_SCHEME } from './app-origin.ts'

/** As long as the page reads one; what is longer is nothing anybody meant. */
const LONGEST = 32 * 1024

/** What links may ask for: to add a server, to install a capability. Some programs put a slash behind the host. */
const ASKED = ['servers/add?', 'install?', 'install/?'].map((asked) => `${APP_SCHEME}://${asked}`)

/** The first link among what the app was started with that asks for one of these; of that scheme nothing else counts. */
export const linkIn = (argv: readonly string[]): string | null =>
  argv.find((one) => one.length <= LONGEST && ASKED.some((asked) => one.toLowerCase().startsWith(asked))) ??
  null

export interface DeepLinks {
  /** A link the system handed over; another one takes the place of one nobody fetched. False where it is none. */
  arrived(argv: readonly string[]): boolean
  /** The link that waits, once. */
  take(): string | null
}

/**
 * Links that other programs open with Satchel. The shell reads nothing of them: it keeps the last one until the page fetches it, which shows
 * what it would add or install. Nothing is started by a link.
 */
export const createDeepLinks = ({ tell }: { readonly tell: () => void }): DeepLinks => {
  let waiting: string | null = null
  return {
    arrived: (argv) => {
      const link = linkIn(argv)
      if (link === null) return false
      waiting = link
      tell()
      return true
    },
    take: () => {
      const link = waiting
      waiting = null
      return link
    },
  }
}
