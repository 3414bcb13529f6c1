/** Serves one file over HTTP on loopback, whole or from where a download stopped, as public file servers do. */
import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { Transform } from 'node:stream'

export interface FileServer {
  readonly url: string
  /** The bytes each request began at. */
  readonly begun: number[]
  /** Breaks connections off after so many bytes; null: none. */
  breakAfter: number | null
  /** The version that it says the file is of; null: none. */
  version: string | null
  /** The path it serves now. */
  file: string
  close(): Promise<void>
}

export const serveFile = async (path: string): Promise<FileServer> => {
  const server = createServer((request, response) => {
    const { size } = statSync(serving.file, { throwIfNoEntry: false }) ?? { size: null }
    if (size === null) {
      response.writeHead(404).end()
      return
    }
    const [, asked] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const from = Number(asked ?? 0)
    serving.begun.push(from)
    const headers = serving.version === null ? {} : { etag: serving.version }
    if (from >= size && from > 0) {
      response.writeHead(416, { ...headers, 'content-range': `bytes */${String(size)}` }).end()
      return
    }
    const range = { 'content-range': `bytes ${String(from)}-${String(size - 1)}/${String(size)}` }
    response.writeHead(asked === undefined ? 200 : 206, {
      ...headers,
      ...(asked !== undefined && range),
      'content-length': size - from,
    })
    let left = serving.breakAfter ?? Infinity
    const limited = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        left -= chunk.length
        if (left < 0) response.destroy()
        else done(null, chunk)
      },
    })
    createReadStream(serving.file, { start: from }).pipe(limited).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const serving: FileServer = {
    url: `http://127.0.0.1:${String(port)}/model.gguf`,
    begun: [],
    breakAfter: null,
    version: '"1"',
    file: path,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return serving
}
