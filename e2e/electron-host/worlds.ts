/**
 * The page's side of the stand-in, as scripts. The preload runs in a JavaScript world of its own (a CDP isolated world), which
 * alone has the binding to the host process; it and the page share nothing but the DOM, so what `contextBridge` exposes crosses
 * as text in DOM events, as Electron's bridge copies it between contexts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Name of the isolated world, and of the binding that exists only in it. */
export const PRELOAD_WORLD = 'electron-host-preload'
export const HOST_BINDING = '__electronHost'

/** In the page's own world: makes what the preload exposes. */
export const pageWorldScript = (secret: string): string =>
  `(${read('page-world.js')})(${JSON.stringify(secret)})`

/** In the isolated world: runs the preload bundle with `require('electron')`. */
export const preloadWorldScript = (input: {
  readonly secret: string
  readonly preload: string
  readonly process: unknown
}): string =>
  `(${read('preload-world.js')})(${JSON.stringify(input.secret)}, ${JSON.stringify(HOST_BINDING)}, ` +
  `${JSON.stringify(input.process)}, function (require, module, exports, process) {\n${input.preload}\n})`

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
