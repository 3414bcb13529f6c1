import { SatchelError } from '../../platform/errors.ts'
import type { PublishService } from './types.ts'

/** Publishes packages to the registries that the owner set. */
export const createPublications = (): PublishService => {
  const notReady = (): never => {
    throw new SatchelError('not_ready')
  }
  return {
    plan: async () => notReady(),
    start: async () => notReady(),
    resume: notReady,
    list: () => [],
    listPinned: async () => [],
    get: notReady,
    signedFile: notReady,
    cancel: async () => notReady(),
    onChange: () => () => undefined,
    close: async () => undefined,
  }
}
