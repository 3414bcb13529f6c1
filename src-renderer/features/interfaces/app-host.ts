import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import { config } from 'zod'
import type { AppResult, AppView } from '../../../src-daemon/contract/apps.ts'
import type { ResourceReading } from '../../../src-daemon/contract/server-offers.ts'
import { lookOf } from './app-theme.ts'
import { createFrameTransport } from './frame-transport.ts'

// Its checks of messages compile themselves where they may, and the app's policy says that they may not.
config({ jitless: true })

/** What an interface asks for. All of it is third party's. */
export interface AppAsked {
  readonly call: (tool: string, args: Record<string, unknown>) => Promise<AppResult>
  readonly read: (resource: string) => Promise<ResourceReading>
  /** Each resolves to whether the user let it. */
  readonly link: (url: string) => Promise<boolean>
  readonly say: (text: string) => Promise<boolean>
  /** What it shows now, for a model to know with the next message. */
  readonly context: (text: string) => void
  readonly height: (pixels: number) => void
  readonly begun: () => void
  readonly leave: () => void
  readonly stopped: (why: 'flood' | 'left') => void
}

export interface AppHost {
  /** The app looks otherwise now. */
  look(): void
  /** Lets it end in order, for a moment. */
  end(): Promise<void>
}

/** UTF-16 units of what it says, or has a model know. */
const MAX_WORDS = 20_000
const GOODBYE_MS = 300
const GONE_MS = 3000
/** CSS pixels. */
const MAX_HEIGHT = 640

/** Runs an interface in a frame that shows the page for it, and answers it by MCP Apps (SEP-1865). */
export const startApp = async (
  frame: HTMLIFrameElement,
  view: AppView,
  asked: AppAsked,
): Promise<AppHost> => {
  const bridge = new AppBridge(
    null,
    { name: 'Satchel', version: '1' },
    {
      openLinks: {},
      serverTools: {},
      serverResources: {},
      message: { text: {} },
      updateModelContext: { text: {} },
    },
    {
      hostContext: {
        ...lookOf(document.documentElement),
        toolInfo: {
          tool: {
            name: view.tool.name,
            ...(view.tool.title !== null && { title: view.tool.title }),
            inputSchema: { ...view.tool.inputSchema, type: 'object' as const },
          },
        },
        displayMode: 'inline',
        availableDisplayModes: ['inline'],
        containerDimensions: { width: frame.clientWidth, maxHeight: MAX_HEIGHT },
        locale: document.documentElement.lang,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        userAgent: 'Satchel',
        platform: 'desktop',
      },
    },
  )
  bridge.addEventListener('initialized', () => {
    asked.begun()
    void bridge.sendToolInput({ arguments: view.input })
    if (view.result !== null) void bridge.sendToolResult(view.result as never)
  })
  bridge.addEventListener('sizechange', ({ height }) => {
    if (typeof height === 'number' && Number.isFinite(height)) asked.height(height)
  })
  bridge.oncalltool = async ({ name, arguments: args = {} }) => (await asked.call(name, args)) as never
  bridge.onreadresource = async ({ uri }) => {
    const { contents } = await asked.read(uri)
    return {
      contents: contents.map((one) => ({
        uri: one.uri,
        ...(one.mediaType !== null && { mimeType: one.mediaType }),
        ...(one.kind === 'text' ? { text: one.text } : { blob: one.base64 }),
      })),
    }
  }
  bridge.onopenlink = async ({ url }) => ((await asked.link(url)) ? {} : { isError: true })
  bridge.onmessage = async ({ content }) => {
    const text = wordsIn(content)
    return text !== '' && (await asked.say(text)) ? {} : { isError: true }
  }
  bridge.onupdatemodelcontext = ({ content = [], structuredContent }) => {
    const said = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)]
    asked.context([wordsIn(content), ...said].join('\n').slice(0, MAX_WORDS))
    return Promise.resolve({})
  }
  bridge.onrequestdisplaymode = () => Promise.resolve({ mode: 'inline' as const })
  let isSent = false
  let gone: ReturnType<typeof setTimeout> | undefined
  /** It loads when the interface is in it, and when the frame goes elsewhere, which shows an empty page. */
  const loaded = (): void => {
    if (!isSent) return
    clearTimeout(gone)
    gone = setTimeout(() => {
      asked.stopped('left')
    }, GONE_MS)
    frame.contentWindow?.postMessage({ satchel: 'there' }, '*')
  }
  frame.addEventListener('load', loaded)
  const transport = createFrameTransport(frame, {
    ready: () => {
      if (isSent) asked.stopped('left')
      else frame.contentWindow?.postMessage({ html: view.html }, '*')
      isSent = true
    },
    here: () => {
      clearTimeout(gone)
    },
    leave: asked.leave,
    flood: () => {
      asked.stopped('flood')
    },
  })
  await bridge.connect(transport)
  frame.src = `./${view.frame}`
  return {
    look: () => {
      void bridge.sendHostContextChange(lookOf(document.documentElement))
    },
    end: async () => {
      clearTimeout(gone)
      frame.removeEventListener('load', loaded)
      await bridge.teardownResource({}, { timeout: GOODBYE_MS }).catch(() => undefined) // it needs no goodbye
      await bridge.close()
    },
  }
}

/** The texts of content blocks; one alone isn't in a list with some. */
const wordsIn = (content: unknown): string => {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks
    .flatMap((block) =>
      typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string'
        ? [block.text]
        : [],
    )
    .join('\n')
    .trim()
    .slice(0, MAX_WORDS)
}
