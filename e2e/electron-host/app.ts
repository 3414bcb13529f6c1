/** `app`: the life of the process, the lock of its single instance, and where its data lies. */
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopBrowser } from './browser.ts'

/** What `app.quit` needs of a window. */
export interface QuittableWindow {
  close(): void
  readonly gone: Promise<void>
}

export const openWindows = new Set<QuittableWindow>()

class App extends EventEmitter {
  readonly isPackaged = false
  sandboxed = false
  #ready = false
  #ending = false
  #locked: string | undefined
  #userData = join(tmpdir(), 'satchel-electron-host-data')
  readonly #whenReady: Promise<void>

  constructor() {
    super()
    // As in Electron, what the main script does in its first turn comes before `ready`.
    this.#whenReady = new Promise((resolve) => {
      setTimeout(() => {
        this.#ready = true
        resolve()
      }, 200)
    })
  }

  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.sandboxed = true
  }

  isReady(): boolean {
    return this.#ready
  }

  whenReady(): Promise<void> {
    return this.#whenReady
  }

  getLocale(): string {
    return process.env['LANG']?.split('.')[0]?.replace('_', '-') ?? 'en'
  }

  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`the stand-in has no path ${name}`)
    return this.#userData
  }

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`)
    if (name !== 'userData') throw new Error(`the stand-in has no path ${name}`)
    this.#userData = path
  }

  /** The first process of a user data directory gets the lock; later ones leave a note that it reads. */
  requestSingleInstanceLock(): boolean {
    const notes = join(this.#userData, 'instances')
    const owner = join(this.#userData, 'instance.lock')
    mkdirSync(notes, { recursive: true })
    try {
      writeFileSync(owner, String(process.pid), { flag: 'wx' })
    } catch {
      if (isAlive(Number(readFileSync(owner, 'utf8')))) {
        writeFileSync(join(notes, `${String(process.pid)}.json`), JSON.stringify(process.argv))
        return false
      }
      writeFileSync(owner, String(process.pid))
    }
    this.#locked = owner
    watch(notes, () => {
      for (const name of existsSync(notes) ? readdirSync(notes) : []) {
        const note = readFileSync(join(notes, name), 'utf8')
        if (note === '') continue // still being written
        rmSync(join(notes, name), { force: true })
        this.emit('second-instance', {}, JSON.parse(note), process.cwd())
      }
    }).unref()
    return true
  }

  /** Asks every window to close, each of which may refuse, then ends. */
  quit(): void {
    this.emit('before-quit', { preventDefault: () => undefined })
    const windows = [...openWindows]
    for (const window of windows) window.close()
    void Promise.all(windows.map((window) => window.gone)).then(() => this.#end(0))
  }

  exit(code = 0): void {
    void this.#end(code)
  }

  async #end(code: number): Promise<void> {
    if (this.#ending) return
    this.#ending = true
    this.emit('will-quit', {})
    this.emit('quit', {}, code)
    await stopBrowser()
    if (this.#locked !== undefined) rmSync(this.#locked, { force: true })
    process.exit(code)
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const app = new App()
