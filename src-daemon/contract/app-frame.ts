/** The page in which a server's interface is shown. It is no file: each server of the app's files answers it by itself, with its policy. */
export const APP_FRAME_PAGE = 'app-frame.html'

/** The origins that an interface may fetch from, and load files from. */
export interface AppOrigins {
  readonly connect: readonly string[]
  readonly resource: readonly string[]
}

/** `https://cdn.example.org`, `wss://api.example.org:8443`, `https://*.example.org`: a name with a dot, and no number as its last part. */
const ORIGIN = /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{1,62}(?::\d{1,5})?$/
/** Names that mean something on this computer or in its network. */
const NEAR = /\.(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion)(?::\d+)?$/
const MAX_ORIGINS = 64

/** Whether an interface could be let reach this: a public name, over TLS. */
export const isPublicOrigin = (origin: string): boolean =>
  origin.length <= 300 && ORIGIN.test(origin) && !NEAR.test(origin)

export const appFrameAddress = ({ connect, resource }: AppOrigins): string => {
  const query = new URLSearchParams()
  for (const origin of connect) query.append('connect', origin)
  for (const origin of resource) query.append('resource', origin)
  return query.size === 0 ? APP_FRAME_PAGE : `${APP_FRAME_PAGE}?${query.toString()}`
}

/** The origins in the address of such a page; null for any other address. */
export const originsOfFrame = (address: string): AppOrigins | null => {
  const url = URL.parse(address)
  if (url === null || url.pathname !== `/${APP_FRAME_PAGE}`) return null
  const named = (name: string) => url.searchParams.getAll(name).filter(isPublicOrigin).slice(0, MAX_ORIGINS)
  return { connect: named('connect'), resource: named('resource') }
}

/**
 * What a page with an interface may do: run its own scripts, in an origin that nothing else has, and reach the named origins. It
 * opens no windows, downloads nothing, sends no forms, and has no frames.
 */
export const appFramePolicy = ({ connect, resource }: AppOrigins): string => {
  const files = resource.length === 0 ? '' : ` ${resource.join(' ')}`
  return [
    // Without this a form's own handler isn't called either; where it leads is below.
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:${files}`,
    `style-src 'unsafe-inline'${files}`,
    `img-src data: blob:${files}`,
    `media-src data: blob:${files}`,
    `font-src data:${files}`,
    'worker-src blob:',
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "webrtc 'block'",
  ].join('; ')
}

/** Whether a page with an interface may make this request, for a shell that sees each one. */
export const mayRequest = (frameAddress: string, address: string): boolean => {
  const origins = originsOfFrame(frameAddress)
  const url = URL.parse(address)
  if (origins === null || url === null) return false
  return [...origins.connect, ...origins.resource].some((origin) => {
    const [scheme = '', rest = ''] = origin.split('://')
    const [host = '', port = ''] = rest.split(':')
    if (url.protocol !== `${scheme}:` || url.port !== (port === '443' ? '' : port)) return false
    return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host
  })
}

/**
 * The page itself. It waits for the interface from the app, becomes it, says when somebody wants to leave it with Escape, and that
 * it is still there.
 * Nothing of the app is in it.
 */
export const APP_FRAME_HTML = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <script>
      addEventListener(
        'message',
        ({ data, source }) => {
          if (source !== parent || typeof data.html !== 'string') return
          document.open()
          document.write(data.html)
          document.close()
          addEventListener('keydown', ({ key }) => {
            if (key === 'Escape') parent.postMessage({ satchel: 'leave' }, '*')
          })
          addEventListener('message', (event) => {
            if (event.source === parent && event.data.satchel === 'there') parent.postMessage({ satchel: 'here' }, '*')
          })
        },
        { once: true },
      )
      parent.postMessage({ satchel: 'ready' }, '*')
    </script>
  </body>
</html>
`
