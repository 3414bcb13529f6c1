import type { SatchelShell } from '../../src-main/shell-api.ts'

declare global {
  interface Window {
    /** Set by the desktop shell's preload script; absent in a browser. */
    readonly satchel?: SatchelShell
  }
}

/** The shell around this page, or null in a browser. */
export const shell = (): SatchelShell | null => window.satchel ?? null
