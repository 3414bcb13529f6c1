const openable: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/**
 * The only way to open something outside the app (other apps have had remote code execution here): only https, http and
 * mailto URLs are allowed, and they are opened in the form the URL parser returned, so that exactly what was checked is
 * opened.
 */
export const createOpenExternal =
  (deps: { readonly open: (url: string) => Promise<void> }) =>
  /** Opens `address`; returns `false` if its kind isn't allowed. */
  async (address: string): Promise<boolean> => {
    const url = externalUrl(address)
    if (url === undefined) return false
    await deps.open(url)
    return true
  }

/** The normalized `address`, or `undefined` if it isn't allowed. */
export const externalUrl = (address: string): string | undefined => {
  // The parser would drop these silently, so another URL than the one shown would be opened.
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/.test(address)) return undefined
  const url = URL.parse(address)
  if (url === null || !openable.has(url.protocol)) return undefined
  if (url.protocol === 'mailto:')
    return /(?:%0d|%0a)/i.test(url.href) || url.pathname === '' ? undefined : url.href
  // A user name and password before the host can make one site look like another.
  if (url.username !== '' || url.password !== '') return undefined
  // "https:host" parses too; only the written-out form is what people recognise.
  return /^https?:\/\//i.test(address) ? url.href : undefined
}
