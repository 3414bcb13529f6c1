import { readonly, shallowRef } from 'vue'
import { shell } from './bridge.ts'
import { misleadingLink, type MisleadingLink } from './link-claims.ts'

const asked = shallowRef<(MisleadingLink & { readonly url: string }) | null>(null)

/** The link that waits for the user's answer, because its text names another host; null if none does. */
export const askedLink = readonly(asked)

/**
 * The only function that opens an external URL: `http`, `https` and `mailto` alone, by the user's click on a link that
 * reads `text`. A misleading one waits as `askedLink`.
 */
export const openLink = (url: string, text: string): void => {
  const target = URL.parse(url)
  if (target === null || !['http:', 'https:', 'mailto:'].includes(target.protocol)) return
  const misleading = misleadingLink(text, target)
  if (misleading === null) open(target.href)
  else asked.value = { ...misleading, url: target.href }
}

/** Answers the question about `askedLink`. */
export const answerLink = (answer: 'open' | 'stay'): void => {
  const link = asked.value
  asked.value = null
  if (link !== null && answer === 'open') open(link.url)
}

const open = (url: string): void => {
  const bridge = shell()
  if (bridge === null) window.open(url, '_blank', 'noopener,noreferrer')
  else void bridge.openExternal(url)
}
