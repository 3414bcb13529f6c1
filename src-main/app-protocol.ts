import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { APP_FRAME_HTML, appFramePolicy, originsOfFrame } from '../src-daemon/contract/app-frame.ts'
import { PREVIEW_PAGE, PREVIEW_POLICY } from '../src-daemon/contract/previews.ts'
import { isAppUrl } from './app-origin.ts'
import { CONTENT_SECURITY_POLICY } from './csp.ts'

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
}

/** What the scheme's handler needs: the directory of the built renderer. */
export interface AppProtocolDeps {
  readonly root: string
}

/** Serves the app's own files, with their type and the security headers. Only reads below `root`. */
export const createAppProtocol = ({ root }: AppProtocolDeps) => {
  const headers = {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  }

  const handle = async (request: { readonly url: string; readonly method: string }): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
    const origins = isAppUrl(request.url) ? originsOfFrame(request.url) : null
    if (origins !== null)
      return new Response(request.method === 'HEAD' ? null : APP_FRAME_HTML, {
        headers: {
          ...headers,
          'content-security-policy': appFramePolicy(origins),
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-dns-prefetch-control': 'off',
        },
      })
    const path = resolveAppPath(root, request.url)
    if (path === undefined) return refuse(403)
    const type = mimeTypes[extname(path).toLowerCase()]
    if (type === undefined) return refuse(404)
    const body = await readIfThere(path)
    if (body === undefined) return refuse(404)
    const policy = path === join(root, PREVIEW_PAGE) ? PREVIEW_POLICY : CONTENT_SECURITY_POLICY
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: { ...headers, 'content-security-policy': policy, 'content-type': type },
    })
  }

  const refuse = (status: number): Response =>
    new Response(null, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })

  return { handle }
}

/**
 * The file below `root` for one of the app's URLs; `undefined` for other URLs and paths outside. A URL without an
 * extension is a view of the single page, hence `index.html`.
 */
export const resolveAppPath = (root: string, address: string): string | undefined => {
  if (!isAppUrl(address)) return undefined
  const decoded = decode(new URL(address).pathname)
  if (decoded === undefined || /[\0\\:]/.test(decoded)) return undefined
  const segments = decoded.split('/').filter((segment) => segment !== '')
  if (segments.some((segment) => segment.startsWith('.'))) return undefined
  const path = join(root, extname(decoded) === '' ? 'index.html' : segments.join(sep))
  return path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : undefined
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const readIfThere = async (path: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  try {
    return Uint8Array.from(await readFile(path))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined
    throw error
  }
}
