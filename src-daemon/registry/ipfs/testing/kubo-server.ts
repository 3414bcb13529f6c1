/**
 * Kubo's RPC over a folder of blocks, as far as Satchel uses it: methods, parameters, answers and failures as
 * Kubo documents them. Test machines cannot download Kubo itself; where one runs, `SATCHEL_TEST_KUBO` names
 * its address and the acceptance suite tests that, too.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { cidOf, parseCid } from '../../../platform/cid.ts'
import { type BlockFolder } from './block-folder.ts'
import { serve, type TestServer } from './http-server.ts'

const MAX_BLOCK = 1024 * 1024

/** Starts one over `blocks`, with nothing pinned. */
export const startKubo = (blocks: BlockFolder): Promise<TestServer> => {
  const pinned = new Set<string>()

  const answer = async (
    verb: string,
    params: URLSearchParams,
    request: IncomingMessage,
  ): Promise<Buffer | object> => {
    const arg = params.get('arg') ?? ''
    const block = async (): Promise<Buffer> => {
      const bytes = await blocks.get(parseCid(arg).toString())
      if (bytes !== null) return bytes
      const local = params.get('offline') === 'true' ? 'block was not found locally (offline): ' : ''
      throw new Error(`${local}ipld: could not find ${arg}`)
    }
    switch (verb) {
      case 'version':
        return { Version: '0.39.0', Commit: '', Repo: '18', System: 'amd64/linux', Golang: 'go1.25.4' }
      case 'id':
        return {
          ID: 'peer',
          PublicKey: '',
          Addresses: ['/ip4/127.0.0.1/tcp/4001/p2p/peer'],
          AgentVersion: '',
        }
      case 'swarm/peers':
        return { Peers: [{ Addr: '/ip4/127.0.0.1/tcp/4002', Peer: 'other', Identify: {} }] }
      case 'block/put': {
        const bytes = fileOf(await bodyOf(request), request.headers['content-type'] ?? '')
        if (bytes.length > MAX_BLOCK && params.get('allow-big-block') !== 'true')
          throw new Error("produced block is over 1MiB: big blocks can't be exchanged with other peers")
        if (params.get('cid-codec') !== 'raw') throw new Error('unexpected codec')
        const cid = await blocks.put(bytes)
        if (params.get('pin') === 'true') pinned.add(cid)
        return { Key: cidOf(bytes), Size: bytes.length }
      }
      case 'block/get':
        return block()
      case 'block/stat':
        return { Key: arg, Size: (await block()).length }
      case 'pin/add':
        await block()
        pinned.add(arg)
        return { Pins: [arg] }
      case 'pin/rm':
        if (!pinned.delete(arg)) throw new Error('not pinned or pinned indirectly')
        return { Pins: [arg] }
      case 'pin/ls':
        return { Keys: Object.fromEntries([...pinned].map((cid) => [cid, { Type: 'recursive', Name: '' }])) }
      default:
        throw new Error(`unknown command ${verb}`)
    }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://kubo')
    if (!url.pathname.startsWith('/api/v0/')) return void response.writeHead(404).end('404 page not found')
    if (request.method !== 'POST')
      return void response.writeHead(405, { allow: 'OPTIONS, POST' }).end('405 - Method Not Allowed')
    // A browser sends this header for a web page.
    if (request.headers.origin !== undefined) return void response.writeHead(403).end('403 - Forbidden')
    try {
      const result = await answer(url.pathname.slice('/api/v0/'.length), url.searchParams, request)
      if (Buffer.isBuffer(result))
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(result)
      else response.writeHead(200, { 'content-type': 'application/json' }).end(`${JSON.stringify(result)}\n`)
    } catch (thrown) {
      const Message = thrown instanceof Error ? thrown.message : String(thrown)
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(`${JSON.stringify({ Message, Code: 0, Type: 'error' })}\n`)
    }
  }

  return serve((request, response) => {
    void respond(request, response)
  })
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The one file of a form. */
const fileOf = (body: Buffer, type: string): Buffer => {
  const boundary = /boundary=(\S+)/.exec(type)?.[1] ?? ''
  const start = body.indexOf('\r\n\r\n')
  const end = body.lastIndexOf(`\r\n--${boundary}--`)
  if (boundary === '' || start < 0 || end < 0) throw new Error("file argument 'data' is required")
  return body.subarray(start + 4, end)
}
