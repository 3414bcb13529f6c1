import type { SatchelShell } from '../../src-main/shell-api.ts'

declare global {
  interface Window {
    /** Set by the desktop shell's preload script; absent in a browser. */
    readonly satchel?: SatchelShell
  }
}

/** The shell around this page, or null in a browser. */
export const shell = (): SatchelShell | null => window.satchel ?? null

/** The only function that opens an external URL. Only `http`, `https` and `mailto` are allowed. */
export const openLink = (url: string): void => {
  const target = URL.canParse(url) ? new URL(url) : null
  if (target === null || !['http:', 'https:', 'mailto:'].includes(target.protocol)) return
  const bridge = shell()
  if (bridge === null) window.open(target.href, '_blank', 'noopener,noreferrer')
  else void bridge.openExternal(target.href)
}
