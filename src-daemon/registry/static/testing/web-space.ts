/** Static registries for tests: real packages, real keys, and a web server that may lie. */
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { createMemorySigner, keyOfKeyId } from '../../../identity/index.ts'
import type { Signer } from '../../../identity/types.ts'
import { exportRegistry, type Exported, type ExportInput } from '../export.ts'
import { headBytes, type Head, type HeadContent } from '../format.ts'

export const publisher = createMemorySigner(new Uint8Array(32).fill(11))

export const keyOf: ExportInput['keyOf'] = async (keyId) => Promise.resolve(keyOfKeyId(keyId))

export const signHead = async (content: HeadContent, by: Signer = publisher): Promise<Head> => ({
  signed: content,
  key_id: by.keyId,
  signature: Buffer.from(await by.sign(headBytes(content))).toString('base64url'),
})

export const exportTo = (
  folder: string,
  files: ExportInput['files'],
  more: Partial<ExportInput> & { readonly by?: Signer } = {},
): Promise<Exported> => {
  const { by = publisher, ...input } = more
  return exportRegistry({
    folder,
    files,
    time: new Date('2026-01-01T00:00:00Z'),
    validDays: null,
    isRenewed: false,
    did: by.did,
    sign: (content) => signHead(content, by),
    keyOf,
    language: 'en',
    ...input,
  })
}

/** What a server gives instead of the file; undefined for the file itself. */
export type Lie = (path: string) =>
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly body?: Uint8Array | string
    }
  | undefined

export interface WebSpace {
  readonly url: string
  /** The requests so far: path and status. */
  readonly requests: [path: string, status: number][]
  lie(lie: Lie): void
  close(): Promise<void>
}

/** Serves a folder on a port of this computer, with ETags. */
export const serveFolder = async (folder: string): Promise<WebSpace> => {
  let lying: Lie = () => undefined
  const requests: [string, number][] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname).slice(1)
    const answer = async () => {
      const { status, headers = {}, body } = lying(path) ?? {}
      if (body !== undefined || status !== undefined)
        return { status: status ?? 200, headers, body: body ?? '' }
      const bytes = await readFile(join(folder, path)).catch(() => null)
      if (bytes === null) return { status: 404, headers, body: '' }
      const etag = `"${hash('sha256', bytes).slice(0, 16)}"`
      return request.headers['if-none-match'] === etag
        ? { status: 304, headers: { etag }, body: '' }
        : { status: 200, headers: { etag }, body: bytes }
    }
    void answer().then(({ status, headers, body }) => {
      requests.push([path, status])
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${String(address.port)}/`,
    requests,
    lie: (lie) => {
      lying = lie
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
