/** Address templates of HTTP bindings: `{name}` placeholders in path and query only (acp.md 8). */

const PLACEHOLDER = /\{([A-Za-z_][\w.-]*)\}/g

/** Names of the placeholders in `template`. */
export const placeholdersOf = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')

/** The host of `template`, with its port; null when scheme or authority are not literal http(s) or carry credentials. */
export const literalHost = (template: string): string | null => {
  const authority = /^https?:\/\/([^/?#\\]+)/i.exec(template)
  // Behind `#` nothing is sent.
  if (template.includes('#')) return null
  if (authority === null || /[{}@\s]/.test(authority[0])) return null
  return URL.canParse(authority[0]) ? new URL(authority[0]).host : null
}

/**
 * `template` with every placeholder replaced by the percent-encoded argument; null when one is missing or is no plain
 * value. A filled path segment cannot add or climb segments: `/`, `?`, `#` are encoded and `.`/`..` refused.
 */
export const fillTemplate = (template: string, args: Readonly<Record<string, unknown>>): string | null => {
  const texts = new Map<string, string>()
  for (const name of placeholdersOf(template)) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
    const text = String(value)
    if (!text.isWellFormed()) return null
    texts.set(name, encodeURIComponent(text))
  }
  const filled = template.replace(PLACEHOLDER, (_whole, name: string) => texts.get(name) ?? '')
  if (!URL.canParse(filled)) return null
  // Two placeholders side by side can still spell a dot segment, which would climb out of the template's path.
  return /\/\.{1,2}(\/|$)/.test(filled.split(/[?#]/)[0] ?? '') ? null : filled
}
