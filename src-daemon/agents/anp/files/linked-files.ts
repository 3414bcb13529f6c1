import { hash } from 'node:crypto'
import type { ContactProblem } from '../../../contract/agent-contacts.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { sendSigned, type SendSignedDeps } from '../../calling/send-signed.ts'
import type { Asking } from '../../contacts/protocol.ts'
import type { JsonObject } from '../../descriptions/read-description.ts'
import { readDocumentText } from './document-text.ts'

export type Loaded =
  | { readonly ok: true; readonly url: string; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: Pick<ContactProblem, 'code' | 'detail'> }

/** What a description links to, loaded through the network guard; what can't be is a problem, never an error. */
export interface LinkedFiles {
  /** `digest`: subresource integrity that the description states. */
  load(url: string, digest?: string | null): Promise<Loaded>
  /** The address of a link in a file; null if it is none that may be requested. */
  addressOf(written: string, base?: string): string | null
}

/** Of one description: more is not read. */
const MAX_FILES = 100
const MAX_BYTES = 1024 * 1024
/** For one file; a slow one must not hold up a description for long. */
const TIMEOUT_MS = 10_000
/** For all of them together. */
const TOGETHER_MS = 60_000

export const createLinkedFiles = (
  deps: SendSignedDeps,
  { url: base, signer, signal }: Asking & { readonly url: string },
): LinkedFiles => {
  const loaded = new Map<string, Promise<Loaded>>()
  const until = AbortSignal.any([AbortSignal.timeout(TOGETHER_MS), ...(signal === undefined ? [] : [signal])])

  const addressOf = (written: string, from = base): string | null => {
    if (!URL.canParse(written, from)) return null
    const url = new URL(written, from)
    url.hash = ''
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  }

  const fetchFile = async (url: string, digest: string | null): Promise<Loaded> => {
    const { host } = new URL(url)
    // Other hosts needn't learn who asks.
    const asks = host === new URL(base).host ? signer : null
    const policy = {
      kind: 'package_host',
      hosts: [host],
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    } as const
    const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' }
    try {
      const response = await sendSigned(deps, {
        ...{ method: 'GET', url, headers, signer: asks, policy, signal: until },
      })
      if (response.status !== 200) {
        await response.body?.cancel()
        return failed('not_loaded', String(response.status))
      }
      const bytes = Buffer.from(await response.arrayBuffer())
      const wrong = digest === null ? null : digestProblem(bytes, digest)
      if (wrong !== null) return failed(wrong, digest)
      const read = readDocumentText(bytes.toString('utf8'))
      return 'problem' in read ? failed(read.problem, read.detail) : { ok: true, url, value: read.value }
    } catch (thrown) {
      signal?.throwIfAborted()
      if (!(thrown instanceof SatchelError)) return failed('not_loaded', 'timeout')
      return thrown.code === 'network_refused'
        ? failed('address_refused', reasonOf(thrown))
        : failed('not_loaded', thrown.code)
    }
  }

  return {
    addressOf,
    load: (url, digest = null) => {
      const known = loaded.get(url)
      if (known !== undefined && digest === null) return known
      if (loaded.size >= MAX_FILES) return Promise.resolve(failed('too_many', String(MAX_FILES)))
      const loading = fetchFile(url, digest)
      loaded.set(digest === null ? url : `${url} ${digest}`, loading)
      return loading
    },
  }
}

const failed = (code: ContactProblem['code'], detail: string | null): Loaded => ({
  ok: false,
  problem: { code, detail },
})

const reasonOf = ({ details, code }: SatchelError): string =>
  typeof details === 'object' && details !== null && 'reason' in details ? String(details.reason) : code

const STRONGEST = ['sha512', 'sha384', 'sha256']

/** Whether bytes have a digest of Subresource Integrity: of several, the strongest counts. */
const digestProblem = (bytes: Uint8Array, digest: string): 'digest_differs' | 'digest_unknown' | null => {
  const stated = digest.trim().split(/\s+/)
  for (const algorithm of STRONGEST) {
    const wanted = stated.filter((one) => one.startsWith(`${algorithm}-`))
    if (wanted.length === 0) continue
    const found = `${algorithm}-${hash(algorithm, bytes, 'base64')}`
    return wanted.some((one) => one.replace(/\?.*$/, '') === found) ? null : 'digest_differs'
  }
  return 'digest_unknown'
}
