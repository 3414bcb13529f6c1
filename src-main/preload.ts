import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { IpcAnswer, IpcChannel, IpcPayload } from './ipc-contract.ts'
import type { LinkArrival, PortArrival } from './port-frames.ts'
import type { SatchelShell } from './shell-api.ts'

declare const window: {
  readonly location: { readonly origin: string }
  postMessage(message: PortArrival | LinkArrival, origin: string, transfer: IpcRendererEvent['ports']): void
}

const ask = <C extends IpcChannel>(channel: C, payload: IpcPayload<C>): Promise<IpcAnswer<C>> =>
  ipcRenderer.invoke(channel, payload) as Promise<IpcAnswer<C>>

const shell: SatchelShell = {
  platform: process.platform,
  versions: {
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    node: process.versions.node,
  },
  connect: () => ask('satchel:connect', {}),
  openExternal: (url) => ask('satchel:open-external', { url }),
  confirmPresence: (reason) => ask('satchel:confirm-presence', { reason }),
  setTheme: (theme) => ask('satchel:set-theme', { theme }),
  setLanguage: (language) => ask('satchel:set-language', { language }),
  restartDaemon: () => ask('satchel:restart-daemon', {}),
  newWindow: (conversation) => ask('satchel:new-window', { conversation }),
  takeLink: () => ask('satchel:take-link', {}),
}

contextBridge.exposeInMainWorld('satchel', shell)

// A port can't be an argument across the context bridge, so the page receives it in a message to itself.
const arrival: PortArrival = { type: 'satchel:port' }
ipcRenderer.on(arrival.type, (event) => {
  window.postMessage(arrival, window.location.origin, event.ports)
})

const link: LinkArrival = { type: 'satchel:link' }
ipcRenderer.on(link.type, () => {
  window.postMessage(link, window.location.origin, [])
})
