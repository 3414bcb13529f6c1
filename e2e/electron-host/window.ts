/** `BrowserWindow`: a frame around contents. Nothing is drawn around the page; sizes and states are stored and reported. */
import { EventEmitter } from 'node:events'
import { app, openWindows, type QuittableWindow } from './app.ts'
import { WebContents, type WebPreferences } from './contents.ts'

interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly show?: boolean
  readonly backgroundColor?: string
  readonly webPreferences?: WebPreferences
}

const all = new Set<BrowserWindow>()
let lastId = 0

export class BrowserWindow extends EventEmitter implements QuittableWindow {
  readonly id = ++lastId
  readonly webContents: WebContents
  readonly gone: Promise<void>
  #visible: boolean
  #minimized = false
  #maximized = false
  #background: string
  readonly #bounds: { x: number; y: number; width: number; height: number }

  static getAllWindows(): BrowserWindow[] {
    return [...all]
  }

  constructor(options: WindowOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    this.#visible = options.show !== false
    this.#background = options.backgroundColor ?? '#FFFFFF'
    this.webContents = new WebContents({
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      ...options.webPreferences,
      sandbox: app.sandboxed || options.webPreferences?.['sandbox'] !== false,
    })
    all.add(this)
    openWindows.add(this)
    this.gone = new Promise((resolve) => {
      this.webContents.once('destroyed', () => {
        all.delete(this)
        openWindows.delete(this)
        this.emit('closed')
        resolve()
        if (all.size === 0) closedLast()
      })
    })
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  close(): void {
    const verdict = { prevented: false }
    this.emit('close', { preventDefault: () => (verdict.prevented = true) })
    if (!verdict.prevented) void this.webContents.destroy()
  }

  show(): void {
    this.#visible = true
    this.emit('show')
  }

  focus(): void {
    this.emit('focus')
  }

  isVisible(): boolean {
    return this.#visible
  }

  minimize(): void {
    this.#minimized = true
  }

  restore(): void {
    this.#minimized = false
  }

  isMinimized(): boolean {
    return this.#minimized
  }

  maximize(): void {
    this.#maximized = true
  }

  isMaximized(): boolean {
    return this.#maximized
  }

  setBounds(bounds: Partial<{ x: number; y: number; width: number; height: number }>): void {
    Object.assign(this.#bounds, bounds)
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { ...this.#bounds }
  }

  getBackgroundColor(): string {
    return this.#background
  }

  setBackgroundColor(color: string): void {
    this.#background = color
  }
}

const closedLast = (): void => {
  if (app.listenerCount('window-all-closed') === 0) app.quit()
  else app.emit('window-all-closed')
}
