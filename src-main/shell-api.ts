import type { ConnectFailure } from './port-frames.ts'

/** What the preload puts on the page as `window.satchel`: all that the page can ask of the shell. */
export interface SatchelShell {
  readonly platform: string
  readonly versions: { readonly electron: string; readonly chrome: string; readonly node: string }
  /** Asks for a port to the daemon; it arrives as described in `port-frames.ts`. */
  connect(): Promise<undefined>
  /** Opens an https, http or mailto address in the user's own program. `false`: the address is none of these. */
  openExternal(url: string): Promise<boolean>
  /** Colours of window frame, menus and the background shown while a page loads. Kept for the next start. */
  setTheme(theme: 'system' | 'light' | 'dark'): Promise<undefined>
  /** Language of menus and tray. Kept for the next start. */
  setLanguage(language: 'en' | 'zh' | 'ja' | 'es'): Promise<undefined>
  /** Stops the running daemon, whatever its version, and starts this one. `null`: it runs; else why it does not. */
  restartDaemon(): Promise<ConnectFailure | null>
  /** The link another program opened Satchel with, once; a `LinkArrival` says when a new one waits. */
  takeLink(): Promise<string | null>
}
