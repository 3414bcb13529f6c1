import { z } from 'zod'
import { LANGUAGES } from '../src-daemon/text/index.ts'

const nothing = z.strictObject({})

/** Every channel between a page and main, and the shape of what it carries. A channel that is not here does not exist. */
export const ipcContract = {
  'satchel:connect': nothing,
  'satchel:open-external': z.strictObject({ url: z.string().max(8192) }),
  'satchel:set-theme': z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }),
  'satchel:set-language': z.strictObject({ language: z.enum(LANGUAGES) }),
  'satchel:restart-daemon': nothing,
} as const

export type IpcChannel = keyof typeof ipcContract
export type IpcPayload<C extends IpcChannel> = z.infer<(typeof ipcContract)[C]>

/** The one message main sends unasked: it carries the port. */
export const PORT_CHANNEL = 'satchel:port'
