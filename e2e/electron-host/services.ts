/** The parts of Electron that are tables of rules and handlers: `ipcMain`, `protocol`, `session`. */
import { EventEmitter } from 'node:events'
import type { WebContents } from './contents.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown
type RequestListener = (details: { url: string }, answer: (result: { cancel?: boolean }) => void) => void

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  async invoke(channel: string, event: unknown, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return await handler(event, ...args)
  }
}

export const ipcMain = new IpcMain()

export const schemeHandlers = new Map<string, (request: Request) => Response | Promise<Response>>()

export const protocol = {
  registerSchemesAsPrivileged: (
    schemes: readonly { scheme: string; privileges?: Record<string, boolean> }[],
  ): void => {
    for (const { scheme, privileges } of schemes)
      if (privileges?.['standard'] !== true || privileges['secure'] !== true)
        throw new Error(
          `the stand-in shows ${scheme} as a standard, secure scheme, so it must be registered as one`,
        )
  },
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>): void => {
    schemeHandlers.set(scheme, handler)
  },
}

class Session extends EventEmitter {
  requestHandler:
    | ((
        contents: WebContents,
        permission: string,
        answer: (allowed: boolean) => void,
        details: { isMainFrame: boolean },
      ) => void)
    | undefined
  checkHandler:
    | ((
        contents: WebContents,
        permission: string,
        origin: string,
        details: { isMainFrame: boolean },
      ) => boolean)
    | undefined
  onRequest: RequestListener | undefined

  setPermissionRequestHandler(handler: typeof this.requestHandler): void {
    this.requestHandler = handler
  }

  setPermissionCheckHandler(handler: typeof this.checkHandler): void {
    this.checkHandler = handler
  }

  setDevicePermissionHandler(): void {
    // No devices exist here.
  }

  readonly webRequest = {
    onBeforeRequest: (listener: RequestListener): void => {
      this.onRequest = listener
    },
  }
}

export const session = { defaultSession: new Session() }

export const requestListener = (): RequestListener | undefined => session.defaultSession.onRequest

/** Chromium's name of each permission, and Electron's. */
const permissionNames: readonly (readonly [chromium: string, electron: string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write'],
]

/** The handlers' answer to each permission. As in Electron, a session without handlers grants everything. */
export const permissionsOf = (contents: WebContents): { name: string; allowed: boolean }[] =>
  permissionNames.map(([name, permission]) => {
    const { requestHandler, checkHandler } = session.defaultSession
    const verdict = { requested: true }
    requestHandler?.(
      contents,
      permission,
      (allowed) => {
        verdict.requested = allowed
      },
      { isMainFrame: true },
    )
    return {
      name,
      allowed: verdict.requested && (checkHandler?.(contents, permission, '', { isMainFrame: true }) ?? true),
    }
  })
