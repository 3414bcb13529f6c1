import { contextBridge, ipcRenderer } from 'electron'
import type { IpcChannel, IpcPayload } from './ipc-contract.ts'
import type { PortArrival } from './port-frames.ts'
import type { SatchelShell } from './shell-api.ts'

declare const window: {
  readonly location: { readonly origin: string }
  postMessage(message: PortArrival, origin: string, transfer: readonly MessagePort[]): void
}

const ask = <C extends IpcChannel>(channel: C, payload: IpcPayload<C>): Promise<never> =>
  // What main answers is fixed by `SatchelShell`.
  ipcRenderer.invoke(channel, payload) as Promise<never>

const shell: SatchelShell = {
  platform: process.platform,
  versions: {
    electron: process.versions['electron'] ?? '',
    chrome: process.versions['chrome'] ?? '',
    node: process.versions.node,
  },
  connect: () => ask('satchel:connect', {}),
  openExternal: (url) => ask('satchel:open-external', { url }),
  setTheme: (theme) => ask('satchel:set-theme', { theme }),
  setLanguage: (language) => ask('satchel:set-language', { language }),
  restartDaemon: () => ask('satchel:restart-daemon', {}),
}

contextBridge.exposeInMainWorld('satchel', shell)

// A port cannot cross the bridge as an argument; it is handed over by a message of the page to itself.
const arrival: PortArrival = { type: 'satchel:port' }
ipcRenderer.on(arrival.type, (event) => {
  window.postMessage(arrival, window.location.origin, event.ports)
})
