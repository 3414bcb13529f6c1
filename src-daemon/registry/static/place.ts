import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import {
  filePath,
  HEAD,
  invalidList,
  listPath,
  MAX_FILE,
  MAX_HEAD,
  MAX_LIST,
  MAX_PICTURE,
  picturePath,
} from './format.ts'

const HEAD_MS = 15_000
const LIST_MS = 120_000
const FILE_MS = 30_000

interface Options {
  readonly signal: AbortSignal
  readonly onBytes?: ((fetched: number) => void) | undefined
}

/** Where a static registry is: a web address or a folder. What it gives is unverified. */
export interface StaticPlace {
  /** As it is shown: the address or the path. */
  readonly name: string
  /**
   * The head, unless it has not changed since the one with this mark. Errors: `network_*`, `response_too_large`,
   * `registry_folder_unreadable`, `registry_list_invalid`, the signal's reason; so for the others.
   */
  head(
    mark: string | null,
    options: Options,
  ): Promise<{ readonly text: string; readonly mark: string | null } | null>
  list(sha256: string, options: Options): Promise<Uint8Array>
  /** Errors: also `registry_file_missing`. */
  file(sha256: string, options: Options): Promise<Uint8Array>
  /** Errors: as `file`. */
  picture(sha256: string, options: Options): Promise<Uint8Array>
}

export const isWebPlace = (place: string): boolean => /^https?:\/\//i.test(place)

/** The file that is signed, and the most that is read of it. */
interface HeadFile {
  /** Relative to the place. */
  readonly path: string
  readonly maxBytes: number
  /** The error for something else in its place. */
  readonly invalid: (place: string, problem: string) => SatchelError
}

const REGISTRY: HeadFile = { path: HEAD, maxBytes: MAX_HEAD, invalid: invalidList }

/** `head`: that of a static registry by default. */
export const openPlace = (
  place: string,
  guard: Pick<NetworkGuard, 'fetch'>,
  head: HeadFile = REGISTRY,
): StaticPlace => (isWebPlace(place) ? openWeb(place, guard, head) : openFolder(place, head))

/** A folder; only its own regular files are read. */
const openFolder = (folder: string, head: HeadFile): StaticPlace => {
  const read = async (path: string, maxBytes: number): Promise<Uint8Array | null> => {
    const whole = join(folder, path)
    const found = await lstat(whole).catch(() => null)
    if (found === null) return null
    if (!found.isFile()) throw head.invalid(folder, `${path} is not a file`)
    if (found.size > maxBytes) throw tooLarge(maxBytes)
    return new Uint8Array(
      await readFile(whole).catch((thrown: unknown) => {
        throw unreadable(whole, thrown)
      }),
    )
  }
  const needed = async (path: string, maxBytes: number): Promise<Uint8Array> => {
    const bytes = await read(path, maxBytes)
    if (bytes === null) throw unreadable(join(folder, path), { code: 'ENOENT' })
    return bytes
  }
  return {
    name: folder,
    head: async (mark) => {
      const text = Buffer.from(await needed(head.path, head.maxBytes)).toString('utf8')
      return text === mark ? null : { text, mark: text }
    },
    list: (sha256) => needed(listPath(sha256), MAX_LIST),
    file: async (sha256) => (await read(filePath(sha256), MAX_FILE)) ?? missing(sha256, folder),
    picture: async (sha256) => (await read(picturePath(sha256), MAX_PICTURE)) ?? missing(sha256, folder),
  }
}

const openWeb = (address: string, guard: Pick<NetworkGuard, 'fetch'>, head: HeadFile): StaticPlace => {
  const base = address.endsWith('/') ? address : `${address}/`
  const { host } = new URL(base)

  const ask = (
    path: string,
    limits: { readonly maxBytes: number; readonly timeoutMs: number },
    { signal }: Options,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> => guard.fetch(new URL(path, base), { signal, headers }, policyOf(base, limits))

  const body = async (response: Response, { onBytes }: Options): Promise<Uint8Array> => {
    const chunks: Uint8Array[] = []
    let fetched = 0
    const stream: AsyncIterable<Uint8Array> | null = response.body
    for await (const chunk of stream ?? []) {
      chunks.push(chunk)
      onBytes?.((fetched += chunk.length))
    }
    return new Uint8Array(Buffer.concat(chunks))
  }
  const named = async (
    path: string,
    sha256: string,
    maxBytes: number,
    options: Options,
  ): Promise<Uint8Array> => {
    const response = await ask(path, { maxBytes, timeoutMs: FILE_MS }, options)
    if (response.ok) return body(response, options)
    await response.body?.cancel()
    return response.status === 404 || response.status === 410 ? missing(sha256, address) : refuse(response)
  }
  const refuse = async (response: Response): Promise<never> => {
    await response.body?.cancel()
    const problem = `HTTP ${String(response.status)}`
    throw new SatchelError('network_unreachable', { params: { host, problem } })
  }

  return {
    name: address,
    head: async (mark, options) => {
      const limits = { maxBytes: head.maxBytes, timeoutMs: HEAD_MS }
      const response = await ask(head.path, limits, options, mark === null ? {} : { 'if-none-match': mark })
      if (response.status === 304 && mark !== null) {
        await response.body?.cancel()
        return null
      }
      if (!response.ok) return refuse(response)
      const text = Buffer.from(await body(response, options)).toString('utf8')
      return { text, mark: response.headers.get('etag')?.slice(0, 200) ?? null }
    },
    list: async (sha256, options) => {
      const response = await ask(listPath(sha256), { maxBytes: MAX_LIST, timeoutMs: LIST_MS }, options)
      return response.ok ? body(response, options) : refuse(response)
    },
    file: (sha256, options) => named(filePath(sha256), sha256, MAX_FILE, options),
    picture: (sha256, options) => named(picturePath(sha256), sha256, MAX_PICTURE, options),
  }
}

/**
 * Over https wherever a public server redirects, since everything is checked by signature or hash. An http address is one on this
 * computer or network that the owner named (`createSources` refuses others), and leads nowhere else.
 */
const policyOf = (base: string, limits: { maxBytes: number; timeoutMs: number }): NetworkPolicy =>
  base.startsWith('https:')
    ? { kind: 'public_file', ...limits }
    : { kind: 'user_endpoint', origin: base, ...limits }

const missing = (sha256: string, place: string): never => {
  throw new SatchelError('registry_file_missing', { params: { place, sha256 }, details: { sha256 } })
}

const tooLarge = (limit: number): SatchelError =>
  new SatchelError('file_too_large', { params: { limit: String(limit) } })

const unreadable = (path: string, thrown: unknown): SatchelError => {
  const problem =
    typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : String(thrown)
  return new SatchelError('registry_folder_unreadable', { params: { path, problem }, cause: thrown })
}
