/* A preload with no manners: it lets a page say anything on any channel, to see that main refuses it. */
const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('raw', {
  invoke: (channel, payload) => ipcRenderer.invoke(channel, payload),
})
