const openable: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/**
 * The one way out of the app to another program (peers have shipped remote code execution here): only https, http and mailto
 * pass, in the form the URL parser gives them, so that what was checked is what is opened.
 */
export const createOpenExternal =
  (deps: { readonly open: (url: string) => Promise<void> }) =>
  /** Opens `address`; `false` when it is not of a kind that may be opened. */
  async (address: string): Promise<boolean> => {
    const url = externalUrl(address)
    if (url === undefined) return false
    await deps.open(url)
    return true
  }

/** `address` normalised, or `undefined` when it may not leave the app. */
export const externalUrl = (address: string): string | undefined => {
  // The parser would drop these silently, and what a person saw would not be what opens.
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/.test(address)) return undefined
  const url = URL.parse(address)
  if (url === null || !openable.has(url.protocol)) return undefined
  if (url.protocol === 'mailto:')
    return /(?:%0d|%0a)/i.test(url.href) || url.pathname === '' ? undefined : url.href
  // A name and password before the host make one site look like another.
  if (url.username !== '' || url.password !== '') return undefined
  // "https:host" parses too; only the written-out form is what people recognise.
  return /^https?:\/\//i.test(address) ? url.href : undefined
}
