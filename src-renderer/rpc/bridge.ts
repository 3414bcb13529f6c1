import type { SatchelShell } from '../../src-main/shell-api.ts'

declare global {
  interface Window {
    /** Put there by the preload of the desktop shell; a browser has none. */
    readonly satchel?: SatchelShell
  }
}

/** The shell around this page, or null in a browser. */
export const shell = (): SatchelShell | null => window.satchel ?? null

/** The one place from which the page opens an address outside itself. Only `http`, `https` and `mailto` leave. */
export const openLink = (url: string): void => {
  const target = URL.canParse(url) ? new URL(url) : null
  if (target === null || !['http:', 'https:', 'mailto:'].includes(target.protocol)) return
  const bridge = shell()
  if (bridge === null) window.open(target.href, '_blank', 'noopener,noreferrer')
  else void bridge.openExternal(target.href)
}
