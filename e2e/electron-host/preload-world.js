/* In the isolated world: runs the preload bundle with a `require('electron')`. Run as `(this)(secret, bindingName, process, preload)`. */
/* global window, document, CustomEvent, MessageChannel */
function preloadWorld(secret, bindingName, process, preload) {
  if (window !== window.top) return
  const host = globalThis[bindingName]
  const say = (message) => host(JSON.stringify(message))
  const exposed = {}
  const waiting = new Map()
  const listeners = new Map()
  const ports = new Map()
  let last = 0

  const shapeOf = (value) => {
    if (typeof value === 'function') return { kind: 'function' }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'value', value }
    return {
      kind: 'object',
      entries: Object.fromEntries(Object.entries(value).map(([k, v]) => [k, shapeOf(v)])),
    }
  }
  document.addEventListener(secret + 'call', async (event) => {
    const { id, path, args } = JSON.parse(event.detail)
    const answer = (ok, value) =>
      document.dispatchEvent(
        new CustomEvent(secret + 'answer', { detail: JSON.stringify({ id, ok, value }) }),
      )
    try {
      answer(true, await path.reduce((holder, key) => holder[key], exposed)(...args))
    } catch (error) {
      answer(false, String(error?.message ?? error))
    }
  })

  const contextBridge = {
    exposeInMainWorld(name, api) {
      exposed[name] = api
      const detail = JSON.stringify({ name, shape: shapeOf(api) })
      document.dispatchEvent(new CustomEvent(secret + 'expose', { detail }))
    },
  }
  const ipcRenderer = {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject, channel })
        say({ type: 'invoke', id, channel, args })
      }),
    send: (channel, ...args) => say({ type: 'send', channel, args }),
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
  }
  const makePort = (id) => {
    const { port1, port2 } = new MessageChannel()
    ports.set(id, port1)
    port1.onmessage = ({ data }) => say({ type: 'port', id, data })
    port1.onclose = () => say({ type: 'port-close', id })
    return port2
  }
  globalThis.__fromHost = (message) => {
    if (message.type === 'answer') {
      const { resolve, reject, channel } = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.ok) resolve(message.value)
      else reject(new Error(`Error invoking remote method '${channel}': ${message.value}`))
    } else if (message.type === 'event') {
      const event = { ports: message.ports.map(makePort) }
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...message.args)
    } else if (message.type === 'port') ports.get(message.id)?.postMessage(message.data)
    else if (message.type === 'port-close') ports.get(message.id)?.close()
  }

  const module = { exports: {} }
  const require = (name) => {
    if (name !== 'electron')
      throw new Error(`module not found: ${name} (a sandboxed preload has electron only)`)
    return { contextBridge, ipcRenderer }
  }
  preload(require, module, module.exports, process)
}
