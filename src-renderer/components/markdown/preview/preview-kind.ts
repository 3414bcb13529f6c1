/** What code can be looked at as, beside its text. */
export type PreviewKind = 'html' | 'svg' | 'mermaid'

/** By the language a block of code says it is in; null if there is nothing to look at. */
export const previewKind = (language: string, text: string): PreviewKind | null => {
  const name = language.toLowerCase()
  if (name === 'mermaid' || name === 'mmd') return 'mermaid'
  if (name === 'svg' || (name === 'xml' && /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/u.test(text))) return 'svg'
  return name === 'html' || name === 'htm' || name === 'xhtml' ? 'html' : null
}
