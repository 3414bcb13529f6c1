import { parseCid } from '../../platform/cid.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { FetchFile } from '../indexer/types.ts'

const RAW = 'application/vnd.ipld.raw'
const PATH = /^\/ipfs\/([A-Za-z0-9]{8,128})$/

/** A trustless gateway over what `fetchFile` gives: raw blocks alone, to be verified by who asks. */
export const createDevGateway =
  (fetchFile: FetchFile) =>
  async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const [, cid = ''] = PATH.exec(pathname) ?? []
    const wantsRaw = searchParams.get('format') === 'raw' || request.headers.get('accept') === RAW
    if (request.method !== 'GET' || cid === '' || !wantsRaw) return new Response(null, { status: 406 })
    try {
      const bytes = await fetchFile(parseCid(cid).toString(), { signal: request.signal })
      return new Response(Buffer.from(bytes), { headers: { 'content-type': RAW } })
    } catch (thrown) {
      const { code } = toSatchelError(thrown)
      const status = code === 'cid_invalid' ? 400 : code === 'internal' ? 500 : 404
      return new Response(code, { status })
    }
  }
