/** Downloads one file: continues where it stopped, and keeps only what has the expected hash. */
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { staysHere } from '../core/places.ts'

export interface FileHash {
  readonly algorithm: 'sha256' | 'sha512'
  readonly hex: string
}

export interface Download {
  readonly url: string
  readonly policy: NetworkPolicy
  /** Path of the complete file; the part that is there already is beside it. */
  readonly to: string
  /** What it must have; null for a file that isn't vouched for. */
  readonly hash: FileHash | null
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Called with the bytes that are there, and how many there will be; null if the server doesn't say. */
  readonly progress: (completed: number, total: number | null) => void
}

/** Left free on the disk for everything else. */
const SPARE_BYTES = 512 * 1024 * 1024
const DAY_MS = 24 * 60 * 60_000
const SILENT = { firstByteMs: 60_000, betweenMs: 60_000 }

/** How a file at an address may be fetched: this computer's own servers, or public ones over https. */
export const policyFor = (url: string): NetworkPolicy => {
  const idle = {
    ...SILENT,
    error: (seconds: number) =>
      new SatchelError('model_silent', { params: { server: new URL(url).host, seconds } }),
  }
  if (staysHere(url)) return { kind: 'user_endpoint', origin: new URL(url).origin, idle }
  return { kind: 'public_file', timeoutMs: DAY_MS, maxBytes: Number.MAX_SAFE_INTEGER, idle }
}

/**
 * Errors: those of the network guard and of the disk, `model_download_refused`, `model_download_too_large`, `model_hash_differs`,
 * `model_no_room`; the reason of `signal`.
 */
export const download = async (guard: Pick<NetworkGuard, 'fetch'>, file: Download): Promise<void> => {
  const part = partOf(file.to)
  const had = existsSync(part) ? statSync(part).size : 0
  const answer = await request(guard, file, had)
  if (answer === 'again') {
    forgetPart(file.to)
    await download(guard, file)
    return
  }
  if (answer !== 'complete') await write(answer, file)
  await verify(part, file)
  renameSync(part, file.to)
  rmSync(markOf(part), { force: true })
}

/** Removes what there is of a download. */
export const forgetPart = (to: string): void => {
  for (const path of [partOf(to), markOf(partOf(to))]) rmSync(path, { force: true })
}

const partOf = (to: string): string => `${to}.part`
/** The version of the file that the part is of, as its server names it. */
const markOf = (part: string): string => `${part}.version`

interface Answer {
  readonly response: Response
  readonly from: number
  readonly total: number | null
}

const request = async (
  guard: Pick<NetworkGuard, 'fetch'>,
  { url, policy, to, hash, signal }: Download,
  had: number,
): Promise<Answer | 'again' | 'complete'> => {
  // Even from the beginning: the answer to a range says how long the whole is.
  const headers = { 'accept-encoding': 'identity', range: `bytes=${String(had)}-` }
  const response = await guard.fetch(url, { headers, signal }, policy)
  const { status } = response
  const version = response.headers.get('etag') ?? ''
  const mark = markOf(partOf(to))
  if (status === 200) {
    writeFileSync(mark, version, { mode: 0o600 })
    return { response, from: 0, total: null }
  }
  const [, from, total] =
    /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '') ?? []
  const known = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  // Without a hash, only the server's word tells that the rest is of the same file.
  const isSame = had === 0 || hash !== null || (version !== '' && version === known)
  if (status === 206 && Number(from) === had && isSame) {
    writeFileSync(mark, version, { mode: 0o600 })
    return { response, from: had, total: numberIn(total) }
  }
  await response.body?.cancel()
  if (status === 416 && Number(total) === had && isSame) return 'complete'
  if (had > 0 && (status === 206 || status === 416)) return 'again'
  throw new SatchelError('model_download_refused', { params: { host: new URL(url).host, status } })
}

const write = async ({ response, from, total }: Answer, file: Download): Promise<void> => {
  const tooLarge = () =>
    new SatchelError('model_download_too_large', {
      params: { host: new URL(file.url).host, most: file.maxBytes },
    })
  if (total !== null && total > file.maxBytes) throw tooLarge()
  await requireRoom(dirname(file.to), (total ?? from) - from)
  const handle = await open(partOf(file.to), from === 0 ? 'w' : 'a', 0o600)
  let completed = from
  try {
    file.progress(completed, total)
    // A response's body yields nothing but bytes.
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      completed += bytes.length
      if (completed > file.maxBytes) throw tooLarge()
      await handle.write(bytes)
      file.progress(completed, total)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (total !== null && completed !== total)
    throw new SatchelError('network_interrupted', {
      params: { host: new URL(file.url).host, problem: `${String(completed)} / ${String(total)}` },
    })
}

const requireRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (bytes + SPARE_BYTES > free)
    throw new SatchelError('model_no_room', {
      params: { needed: gigabytes(bytes + SPARE_BYTES), free: gigabytes(free) },
    })
}

const verify = async (part: string, { to, hash, signal }: Download): Promise<void> => {
  if (hash === null) return
  const hasher = createHash(hash.algorithm)
  for await (const bytes of createReadStream(part, { signal })) hasher.update(bytes as Buffer) // a binary stream
  const actual = hasher.digest('hex')
  if (actual === hash.hex) return
  forgetPart(to)
  throw new SatchelError('model_hash_differs', { params: { expected: hash.hex, actual } })
}

const numberIn = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\d+$/.test(text) ? Number(text) : null

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1)
