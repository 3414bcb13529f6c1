import type { Language } from '../contract/language.ts'
import type { ShareEndpoint } from '../contract/settings.ts'
import type { SharingStatus } from '../contract/sharing.ts'
import { toErrorView, toSatchelError, type SatchelError } from '../platform/errors.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import type { SettingsService } from '../settings/types.ts'
import { urlOf, type ListenForPrograms } from './endpoint.ts'

export interface EndpointDoor {
  status(): SharingStatus
  /** Opens it if the settings say so. Where that fails, the status says why. */
  start(): Promise<void>
  /** Opens or closes it, and remembers that; where that fails, everything is as before. Errors: `port_taken`. */
  set(endpoint: ShareEndpoint): Promise<SharingStatus>
  close(): Promise<void>
}

/** Opens and closes the HTTP endpoint for other programs, as the owner sets it. */
export const createEndpointDoor = (deps: {
  readonly settings: Pick<SettingsService, 'get' | 'set'>
  readonly listen: ListenForPrograms
  readonly answer: (request: Request) => Promise<Response>
  readonly language: () => Language
  readonly log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  /** Told after each change of the status. */
  readonly changed: () => void
}): EndpointDoor => {
  const { settings, listen, answer, language, log, changed } = deps
  let listening: { readonly port: number; close(): Promise<void> } | null = null
  let problem: SatchelError | null = null
  /** One change of the endpoint at a time. */
  const oneAtATime = createOneAtATime()

  const status = (): SharingStatus => ({
    endpoint: settings.get().shareEndpoint,
    listening: listening !== null,
    url: listening && urlOf(listening.port),
    problem: problem && toErrorView(problem, language()),
  })

  const close = async (): Promise<void> => {
    const closing = listening
    listening = null
    await closing?.close()
  }

  const open = async (): Promise<void> => {
    const { enabled, port } = settings.get().shareEndpoint
    problem = null
    if (!enabled) return
    listening = await listen({ port, answer })
    // Keeps the port, so that addresses given to other programs stay valid.
    if (port === 0) settings.set({ shareEndpoint: { enabled, port: listening.port } })
    log.info({ port: listening.port }, 'open to other programs')
  }

  const change = async (endpoint: ShareEndpoint): Promise<SharingStatus> => {
    const before = settings.get().shareEndpoint
    await close()
    settings.set({ shareEndpoint: endpoint })
    try {
      await open()
    } catch (thrown) {
      // All or nothing.
      settings.set({ shareEndpoint: before })
      await open().catch((again: unknown) => {
        problem = toSatchelError(again)
      })
      throw thrown
    } finally {
      changed()
    }
    return status()
  }

  return {
    status,
    start: () =>
      oneAtATime(open).catch((thrown: unknown) => {
        // The rest of Satchel works without it; the owner sees why it is closed.
        problem = toSatchelError(thrown)
        log.warn({ err: thrown }, 'not open to other programs')
      }),
    set: (endpoint) => oneAtATime(() => change(endpoint)),
    close: () => oneAtATime(close),
  }
}
