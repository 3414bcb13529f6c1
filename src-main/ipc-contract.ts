import { z } from 'zod'
import { LANGUAGES, type Language } from '../src-daemon/contract/language.ts'
import type { ConnectFailure, LinkArrival, PortArrival } from './port-frames.ts'
import type { Presence } from './presence.ts'

/** The payload of each channel between a page and main, and main's answer. No other channels exist. */
interface IpcCalls {
  'satchel:connect': { payload: Record<string, never>; answer: undefined }
  'satchel:open-external': { payload: { url: string }; answer: boolean }
  'satchel:confirm-presence': { payload: { reason: string }; answer: Presence }
  'satchel:set-theme': { payload: { theme: 'system' | 'light' | 'dark' }; answer: undefined }
  'satchel:set-language': { payload: { language: Language }; answer: undefined }
  'satchel:restart-daemon': { payload: Record<string, never>; answer: ConnectFailure | null }
  /** Another window, with the conversation that it begins with. */
  'satchel:new-window': { payload: { conversation: string | null }; answer: undefined }
  'satchel:take-link': { payload: Record<string, never>; answer: string | null }
}

export type IpcChannel = keyof IpcCalls
export type IpcPayload<C extends IpcChannel> = IpcCalls[C]['payload']
export type IpcAnswer<C extends IpcChannel> = IpcCalls[C]['answer']

const nothing: z.ZodType<Record<string, never>> = z.record(z.string(), z.never())

/** The same as schemas, for main's validation. */
export const ipcContract: { readonly [C in IpcChannel]: z.ZodType<IpcPayload<C>> } = {
  'satchel:connect': nothing,
  'satchel:open-external': z.strictObject({ url: z.string().max(8192) }),
  'satchel:confirm-presence': z.strictObject({ reason: z.string().min(1).max(200) }),
  'satchel:set-theme': z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }),
  'satchel:set-language': z.strictObject({ language: z.enum(LANGUAGES) }),
  'satchel:restart-daemon': nothing,
  'satchel:new-window': z.strictObject({ conversation: z.uuid().nullable() }),
  'satchel:take-link': nothing,
}

/** Messages main sends on its own: one that carries the port, and one that announces a waiting link. */
export const PORT_CHANNEL: PortArrival['type'] = 'satchel:port'
export const LINK_CHANNEL: LinkArrival['type'] = 'satchel:link'
