import { MessageChannelMain } from 'electron'
import { describeFailure, type DaemonLink } from './daemon-link.ts'
import { PORT_CHANNEL, type IpcPayload } from './ipc-contract.ts'
import type { Presence } from './presence.ts'
import { createRelay, type Relay } from './relay.ts'
import type { IpcSender, ValidatedIpc } from './validated-ipc.ts'

export interface AnswersDeps {
  readonly ipc: ValidatedIpc
  readonly link: DaemonLink
  readonly openExternal: (url: string) => Promise<boolean>
  readonly confirmPresence: (reason: string) => Promise<Presence>
  readonly setTheme: (theme: IpcPayload<'satchel:set-theme'>['theme']) => void
  readonly openAnother: (path: string) => void
  /** Returns the waiting link, once. */
  readonly takeLink: () => string | null
  readonly setLanguage: (language: IpcPayload<'satchel:set-language'>['language']) => void
}

/** Answers pages' IPC calls, and keeps one relay per window. */
export const createAnswers = (deps: AnswersDeps) => {
  const { ipc, link, openExternal, confirmPresence, setTheme, takeLink, setLanguage, openAnother } = deps
  const relays = new Map<number, Relay>()

  const connect = ({ webContentsId, frame }: IpcSender): void => {
    endRelay(webContentsId)
    const { port1, port2 } = new MessageChannelMain()
    relays.set(webContentsId, createRelay({ port: port1, connect: link.connect, describeFailure }))
    frame.postMessage(PORT_CHANNEL, {}, [port2])
  }

  const endRelay = (webContentsId: number): void => {
    relays.get(webContentsId)?.close()
    relays.delete(webContentsId)
  }

  ipc.handle('satchel:connect', (_nothing, sender) => {
    connect(sender)
    return undefined
  })
  ipc.handle('satchel:open-external', ({ url }) => openExternal(url))
  ipc.handle('satchel:confirm-presence', ({ reason }) => confirmPresence(reason))
  ipc.handle('satchel:set-theme', ({ theme }) => {
    setTheme(theme)
    return undefined
  })
  ipc.handle('satchel:set-language', ({ language }) => {
    setLanguage(language)
    return undefined
  })
  ipc.handle('satchel:restart-daemon', () => link.restart())
  ipc.handle('satchel:new-window', ({ conversation }) => {
    openAnother(conversation === null ? '' : `/chat/${conversation}`)
    return undefined
  })
  ipc.handle('satchel:take-link', () => takeLink())

  return { endRelay }
}
