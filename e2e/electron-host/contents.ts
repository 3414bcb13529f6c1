/** `webContents`: one Chromium page with a preload in a world of its own, and the rules Electron lets main set for it. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { CDPSession, Page, Request as PageRequest, Route } from '@playwright/test'
import { browserContext, fromPageUrl, PAGE_ADDRESS, toPageUrl } from './browser.ts'
import type { MessagePortMain } from './ports.ts'
import { ipcMain, permissionsOf, requestListener, schemeHandlers } from './services.ts'
import { HOST_BINDING, pageWorldScript, PRELOAD_WORLD, preloadWorldScript } from './worlds.ts'

export interface WebPreferences {
  readonly preload?: string
  readonly [name: string]: unknown
}

type FromPage =
  | { type: 'invoke'; id: number; channel: string; args: unknown[] }
  | { type: 'send'; channel: string; args: unknown[] }
  | { type: 'port'; id: number; data: unknown }
  | { type: 'port-close'; id: number }

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' }

const all = new Map<Page, WebContents>()
const creating = new Set<Promise<unknown>>()
let lastId = 0
/** What the last page without a window requested. */
let lastStray: string | undefined

export class WebContents extends EventEmitter {
  readonly id = ++lastId
  readonly #preferences: WebPreferences
  readonly #page: Promise<Page>
  readonly #ports = new Map<number, MessagePortMain>()
  #shown: Page | undefined
  #session: CDPSession | undefined
  #mainFrameId = ''
  #preloadContext: number | undefined
  #openHandler: OpenHandler | undefined
  /** What `loadURL` was told to load, until its request is seen, and until it is shown. */
  #asked: string | undefined
  #pending: string | undefined
  #lastPort = 0

  constructor(preferences: WebPreferences) {
    super()
    this.#preferences = preferences
    this.#page = this.#create()
    creating.add(this.#page)
    void this.#page.finally(() => creating.delete(this.#page))
  }

  getLastWebPreferences(): WebPreferences {
    return this.#preferences
  }

  getURL(): string {
    return this.#pending ?? fromPageUrl(this.#shown?.url() ?? '')
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  get mainFrame() {
    return {
      parent: null,
      url: this.getURL(),
      postMessage: (channel: string, message: unknown, ports: readonly MessagePortMain[] = []): void => {
        this.#tell({ type: 'event', channel, args: [message], ports: ports.map((port) => this.#adopt(port)) })
      },
    }
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#page
    this.#asked = url
    this.#pending = url
    await this.#setPermissions()
    await page.goto(toPageUrl(url), { waitUntil: 'domcontentloaded' })
    this.#pending = undefined
    this.emit('did-finish-load')
  }

  async setColorScheme(scheme: 'light' | 'dark' | null): Promise<void> {
    const page = await this.#page
    if (!page.isClosed()) await page.emulateMedia({ colorScheme: scheme })
  }

  async destroy(): Promise<void> {
    const page = await this.#page
    if (!page.isClosed()) await page.close()
  }

  /** Which of Electron's checks stop a request of this page: `undefined` when it may go on. */
  stops(request: PageRequest): 'aborted' | 'blockedbyclient' | undefined {
    const url = fromPageUrl(request.url())
    if (request.isNavigationRequest()) {
      const main = request.frame().parentFrame() === null
      const ownDoing = main && url === this.#asked
      this.#asked = undefined
      const events = main ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate']
      for (const name of ownDoing ? [] : events) if (this.#prevented(name, url, main)) return 'aborted'
    }
    const verdict = { cancelled: false }
    requestListener()?.({ url }, ({ cancel }) => {
      verdict.cancelled = cancel === true
    })
    return verdict.cancelled ? 'blockedbyclient' : undefined
  }

  mayOpen(url: string): boolean {
    return this.#openHandler === undefined || this.#openHandler({ url }).action === 'allow'
  }

  #prevented(name: string, url: string, isMainFrame: boolean): boolean {
    let prevented = false
    this.emit(name, { url, isMainFrame, preventDefault: () => (prevented = true) }, url)
    return prevented
  }

  async #create(): Promise<Page> {
    const page = await browserContext().newPage()
    all.set(page, this)
    this.#shown = page
    page.on('close', () => {
      all.delete(page)
      for (const port of this.#ports.values()) port.close()
      this.emit('destroyed')
    })
    const session = await browserContext().newCDPSession(page)
    this.#session = session
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const frame: unknown = context.auxData?.['frameId']
      if (context.name === PRELOAD_WORLD && frame === this.#mainFrameId) this.#preloadContext = context.id
    })
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== HOST_BINDING || executionContextId !== this.#preloadContext) return
      // The other end of this binding is `worlds.ts`, which says nothing else.
      this.#hear(JSON.parse(payload) as FromPage)
    })
    await session.send('Page.enable')
    this.#mainFrameId = (await session.send('Page.getFrameTree')).frameTree.frame.id
    await session.send('Runtime.enable')
    await session.send('Runtime.addBinding', { name: HOST_BINDING, executionContextName: PRELOAD_WORLD })
    await this.#addPreload(session)
    return page
  }

  async #setPermissions(): Promise<void> {
    for (const { name, allowed } of permissionsOf(this)) {
      const setting = allowed ? 'granted' : 'denied'
      await this.#session?.send('Browser.setPermission', {
        permission: { name },
        setting,
        origin: PAGE_ADDRESS,
      })
    }
  }

  async #addPreload(session: CDPSession): Promise<void> {
    const { preload, sandbox, contextIsolation, nodeIntegration } = this.#preferences
    if (preload === undefined) return
    if (sandbox !== true || contextIsolation === false || nodeIntegration === true)
      throw new Error('the stand-in runs sandboxed, isolated preloads only')
    const secret = randomUUID()
    const process_ = {
      platform: process.platform,
      type: 'renderer',
      sandboxed: true,
      versions: process.versions,
    }
    const source = preloadWorldScript({ secret, preload: readFileSync(preload, 'utf8'), process: process_ })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript(secret) })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: PRELOAD_WORLD })
  }

  #hear(message: FromPage): void {
    const event = { sender: this, senderFrame: this.mainFrame }
    if (message.type === 'invoke') {
      ipcMain.invoke(message.channel, event, message.args).then(
        (value) => {
          this.#tell({ type: 'answer', id: message.id, ok: true, value })
        },
        (error: unknown) => {
          this.#tell({ type: 'answer', id: message.id, ok: false, value: String(error) })
        },
      )
    } else if (message.type === 'send') ipcMain.emit(message.channel, event, ...message.args)
    else if (message.type === 'port') this.#ports.get(message.id)?.postMessage(message.data)
    else this.#ports.get(message.id)?.close()
  }

  /** Hands a port to the page: what its twin in main posts goes there, and what the page posts goes to the twin. */
  #adopt(port: MessagePortMain): number {
    const id = ++this.#lastPort
    this.#ports.set(id, port)
    port.on('message', ({ data }: { data: unknown }) => {
      this.#tell({ type: 'port', id, data })
    })
    port.on('close', () => {
      this.#ports.delete(id)
      this.#tell({ type: 'port-close', id })
    })
    port.start()
    return id
  }

  #tell(message: unknown): void {
    if (
      this.#session === undefined ||
      this.#preloadContext === undefined ||
      this.#shown?.isClosed() !== false
    )
      return
    const expression = `__fromHost(${JSON.stringify(message)})`
    this.#session.send('Runtime.evaluate', { expression, contextId: this.#preloadContext }).catch(() => {
      // The page closed or navigated to another document, which hasn't requested anything yet.
    })
  }
}

/** Puts every request and every new page of the browser under the rules of the contents it belongs to. */
export const superviseBrowser = async (): Promise<void> => {
  const context = browserContext()
  const first = new Set(context.pages())
  await context.route('**/*', answerRequest)
  context.on('page', (page) => {
    void closeIfUnwanted(page, first)
  })
}

const answerRequest = async (route: Route, request: PageRequest): Promise<void> => {
  const page = pageOf(request)
  const contents = page === undefined ? undefined : all.get(page)
  if (contents === undefined) {
    lastStray = request.url()
    await route.abort('blockedbyclient')
    return
  }
  const stop = contents.stops(request)
  const url = fromPageUrl(request.url())
  const handler = schemeHandlers.get(new URL(url).protocol.slice(0, -1))
  if (stop !== undefined) await route.abort(stop)
  else if (handler === undefined) await route.abort('internetdisconnected')
  else {
    const response = await handler(new Request(url, { method: request.method() }))
    const body = Buffer.from(await response.arrayBuffer())
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body })
  }
}

const pageOf = (request: PageRequest): Page | undefined => {
  try {
    return request.frame().page()
  } catch {
    return undefined // the request that a new page begins with, before there is a frame for it
  }
}

/** A page not created with `BrowserWindow` was requested by a page: its opener's handler decides, as in Electron. */
const closeIfUnwanted = async (page: Page, first: ReadonlySet<Page>): Promise<void> => {
  await Promise.allSettled([...creating])
  if (all.has(page) || first.has(page)) return
  const opener = await page.opener()
  const [anyone] = all.values()
  const owner = (opener === null ? undefined : all.get(opener)) ?? anyone
  if (owner?.mayOpen(lastStray ?? page.url()) === true)
    throw new Error('the stand-in does not open windows for pages')
  await page.close()
}
