import type { IpcMain, IpcMainInvokeEvent, WebFrameMain } from 'electron'
import { isAppUrl } from './app-origin.ts'
import { ipcContract, type IpcAnswer, type IpcChannel, type IpcPayload } from './ipc-contract.ts'

export interface ValidatedIpcDeps {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  /** Whether the web contents with this id belong to one of our windows. */
  readonly isOwnWindow: (webContentsId: number) => boolean
  readonly log: (message: string, details: Readonly<Record<string, unknown>>) => void
}

/** The sender of an accepted message. */
export interface IpcSender {
  readonly webContentsId: number
  readonly frame: WebFrameMain
}

/**
 * The only place that listens to pages. A message is accepted if its channel is in the contract, it comes from the main
 * frame of one of our windows showing the app itself, and it matches the schema. Everything else is refused and logged.
 */
export const createValidatedIpc = ({ ipcMain, isOwnWindow, log }: ValidatedIpcDeps) => {
  const handle = <C extends IpcChannel>(
    channel: C,
    answer: (payload: IpcPayload<C>, sender: IpcSender) => IpcAnswer<C> | Promise<IpcAnswer<C>>,
  ): void => {
    const schema = ipcContract[channel]
    ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ...args: unknown[]) => {
      const sender = acceptedSender(event)
      if (sender === undefined) return refuse(channel, 'sender', event)
      const parsed = schema.safeParse(args[0])
      if (args.length !== 1 || !parsed.success) return refuse(channel, 'shape', event)
      return await answer(parsed.data, sender)
    })
  }

  const acceptedSender = (event: IpcMainInvokeEvent): IpcSender | undefined => {
    const frame = event.senderFrame
    const accepted =
      frame !== null && frame.parent === null && isAppUrl(frame.url) && isOwnWindow(event.sender.id)
    return accepted ? { webContentsId: event.sender.id, frame } : undefined
  }

  const refuse = (channel: string, what: 'sender' | 'shape', event: IpcMainInvokeEvent): never => {
    log('refused a message from a page', {
      channel,
      what,
      contents: event.sender.id,
      url: event.senderFrame?.url,
    })
    throw new Error(`refused: ${what}`)
  }

  return { handle }
}

export type ValidatedIpc = ReturnType<typeof createValidatedIpc>
