import type { BlockFolder } from './block-folder.ts'
import { serve, type TestServer } from './http-server.ts'

/** A trustless gateway over `blocks`: raw blocks, and only on request for that format. */
export const startGateway = (blocks: BlockFolder): Promise<TestServer> =>
  serve((request, response) => {
    const url = new URL(request.url ?? '', 'http://gateway')
    const [, room, cid = ''] = url.pathname.split('/')
    const wantsRaw =
      url.searchParams.get('format') === 'raw' && request.headers.accept === 'application/vnd.ipld.raw'
    if (request.method !== 'GET' || room !== 'ipfs' || !wantsRaw) {
      response.writeHead(406).end()
      return
    }
    blocks.get(cid).then(
      (bytes) => {
        if (bytes === null) response.writeHead(404).end('not found')
        else
          response
            .writeHead(200, {
              'content-type': 'application/vnd.ipld.raw',
              'content-length': bytes.length,
              'x-ipfs-path': url.pathname,
            })
            .end(bytes)
      },
      () => response.writeHead(400).end('invalid cid'),
    )
  })
