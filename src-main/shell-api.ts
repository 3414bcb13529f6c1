import type { ConnectFailure } from './port-frames.ts'
import type { Presence } from './presence.ts'

/** `window.satchel`, exposed by the preload script: everything a page can ask of the shell. */
export interface SatchelShell {
  readonly platform: string
  readonly versions: { readonly electron: string; readonly chrome: string; readonly node: string }
  /** Requests a port to the daemon, which arrives as described in `port-frames.ts`. */
  connect(): Promise<undefined>
  /** Opens an https, http or mailto URL in the user's default program. `false`: the URL is none of these. */
  openExternal(url: string): Promise<boolean>
  /** Has the system confirm that its user is there. `reason` completes “Satchel is trying to …”. */
  confirmPresence(reason: string): Promise<Presence>
  /** Theme of the window frame, menus and the background while a page loads. Saved for the next start. */
  setTheme(theme: 'system' | 'light' | 'dark'): Promise<undefined>
  /** Language of menus and tray. Saved for the next start. */
  setLanguage(language: 'en' | 'zh' | 'ja' | 'es'): Promise<undefined>
  /** Stops the running daemon, whatever its version, and starts this one. `null`: it runs; otherwise the error. */
  restartDaemon(): Promise<ConnectFailure | null>
  /** Opens another window, on a conversation if one is named. */
  newWindow(conversation: string | null): Promise<undefined>
  /** Returns the link another program opened Satchel with, once; a `LinkArrival` announces each new one. */
  takeLink(): Promise<string | null>
}
