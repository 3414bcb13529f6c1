import { z } from 'zod'
import { LANGUAGES, type Language } from '../src-daemon/text/index.ts'
import type { PortArrival } from './port-frames.ts'

/** What each channel between a page and main carries. A channel that is not here does not exist. */
interface IpcPayloads {
  'satchel:connect': Record<string, never>
  'satchel:open-external': { url: string }
  'satchel:set-theme': { theme: 'system' | 'light' | 'dark' }
  'satchel:set-language': { language: Language }
  'satchel:restart-daemon': Record<string, never>
}

export type IpcChannel = keyof IpcPayloads
export type IpcPayload<C extends IpcChannel> = IpcPayloads[C]

const nothing: z.ZodType<Record<string, never>> = z.record(z.string(), z.never())

/** The same, as main checks it. */
export const ipcContract: { readonly [C in IpcChannel]: z.ZodType<IpcPayloads[C]> } = {
  'satchel:connect': nothing,
  'satchel:open-external': z.strictObject({ url: z.string().max(8192) }),
  'satchel:set-theme': z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }),
  'satchel:set-language': z.strictObject({ language: z.enum(LANGUAGES) }),
  'satchel:restart-daemon': nothing,
}

/** The one message main sends unasked: it carries the port. */
export const PORT_CHANNEL: PortArrival['type'] = 'satchel:port'
