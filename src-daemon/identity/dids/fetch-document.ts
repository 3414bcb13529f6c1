import { SatchelError } from '../../platform/errors.ts'
import { readStrictJson } from '../strict-json.ts'
import { invalidDocument, shortened } from './document.ts'

/** Media types of JSON: `application/json`, `application/did`, anything `+json`. */
const JSON_TYPE = /^application\/(?:json|did|[a-z0-9.+-]+\+json)$/i

/**
 * Fetches a document and reads it as strict JSON. The size is limited by whoever gives `fetch`.
 *
 * @throws SatchelError `did_unreachable` with the host and the reason (the error of the network guard is the cause),
 *   `did_document_invalid`
 */
export const fetchDocument = async (
  did: string,
  url: string,
  fetch: (url: string) => Promise<Response>,
): Promise<{ json: unknown; bytes: number }> => {
  const { host } = new URL(url)
  const attempt = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step()
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code === 'response_too_large')
        throw invalidDocument(did, 'document', 'too_large', thrown)
      throw unreachable(did, host, reasonOf(thrown), thrown)
    }
  }
  const response = await attempt(() => fetch(url))
  if (response.status !== 200) {
    await attempt(async () => response.body?.cancel())
    throw unreachable(did, host, `HTTP ${String(response.status)}`)
  }
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? ''
  const bytes = await attempt(() => response.arrayBuffer())
  if (!JSON_TYPE.test(type)) throw invalidDocument(did, 'content-type', type === '' ? 'missing' : type)
  const json = readStrictJson(decodeUtf8(did, bytes))
  if (!json.ok)
    throw invalidDocument(did, json.problem === 'not_json' ? 'document' : shortened(json.found), json.problem)
  return { json: json.value, bytes: bytes.byteLength }
}

const decodeUtf8 = (did: string, bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (thrown) {
    throw invalidDocument(did, 'document', 'not_utf8', thrown)
  }
}

const unreachable = (did: string, host: string, reason: string, cause?: unknown): SatchelError =>
  new SatchelError('did_unreachable', {
    params: { did, host, reason },
    details: { did, host, reason },
    cause,
  })

/** The network guard's own reason in a word, e.g. `private_address`, `ECONNREFUSED`, `network_timeout`. */
const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof SatchelError)
    return String(thrown.params['reason'] ?? thrown.params['problem'] ?? thrown.code)
  return thrown instanceof Error ? thrown.message : String(thrown)
}
