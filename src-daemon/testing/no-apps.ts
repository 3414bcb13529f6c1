import type { ChatDeps } from '../chat/index.ts'
import { SatchelError } from '../platform/errors.ts'

/** For conversations without connected servers. */
export const NO_APPS: ChatDeps['servers'] = {
  offered: () => [],
  isOff: () => false,
  keptApp: () => null,
  readResource: ({ uri }) => Promise.reject(new SatchelError('server_unknown', { params: { uri } })),
}
