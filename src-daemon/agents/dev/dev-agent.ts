import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createMemorySigner, jcsHash } from '../../identity/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createTlsServer } from '../../platform/http-server.ts'
import { isRecord } from '../../platform/is-record.ts'
import { makeLocalCertificate } from '../../platform/local-authority.ts'
import { devAnswers, type DevReply } from './dev-answers.ts'
import { devDescription, devFiles, type Json } from './dev-documents.ts'

/** An agent for development on a port of this computer, over TLS. It has new keys at each start, and keeps nothing. */
export interface DevAgent {
  /** `localhost:4720` */
  readonly host: string
  readonly did: string
  /** Of its description. */
  readonly url: string
  /** The certificate, in PEM, of the authority that vouches for it, and for no other name than `localhost`. */
  readonly authority: string
  /** Describes itself anew with these members, as an agent does that changed. */
  describe(change: Json): Promise<void>
  close(): Promise<void>
}

const MAX_BODY = 64 * 1024

/** Starts it; port 0 picks a free one. Errors: `port_taken`. */
export const startDevAgent = async ({
  port,
  now,
}: {
  readonly port: number
  readonly now: () => Date
}): Promise<DevAgent> => {
  const documents = new Map<string, Json>()
  let answers: ReadonlyMap<string, (request: Json, headers: Headers) => DevReply> = new Map()
  const { cert, key: tlsKey, authority } = await makeLocalCertificate(now())
  const server = createTlsServer({ cert, key: tlsKey }, (request, response) => {
    void answer(request, response).catch(() => {
      response.destroy()
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'https://localhost').pathname
    const document = documents.get(path)
    if (document !== undefined) send(response, { body: document })
    else {
      const handler = answers.get(path)
      const body = handler === undefined ? null : await bodyOf(request)
      if (handler === undefined) send(response, { status: 404, body: { error: 'not found' } })
      else if (body === null) send(response, { status: 400, body: { error: 'a JSON object is needed' } })
      else send(response, handler(body, headersOf(request)))
    }
  }
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new SatchelError('port_taken', { params: { port }, cause }))
    })
    server.listen(port, '127.0.0.1', resolve)
  })

  const address = server.address()
  const host = `localhost:${String(typeof address === 'object' && address !== null ? address.port : port)}`
  const origin = `https://${host}`
  const did = `did:wba:${host.replace(':', '%3A')}`
  const url = `${origin}/ad.json`
  const key = createMemorySigner()
  const keyId = `${did}#key-1`
  answers = devAnswers(origin, now)

  const describe = async (change: Json): Promise<void> => {
    const at = `${now().toISOString().slice(0, 19)}Z`
    const plain: Json = { ...devDescription(origin, did), created: at, ...change }
    const proof = {
      type: 'Ed25519Signature2020',
      created: at,
      proofPurpose: 'assertionMethod',
      verificationMethod: keyId,
      domain: host,
      challenge: randomBytes(16).toString('base64url'),
    }
    const signature = await key.sign(jcsHash({ ...plain, proof }))
    const proofValue = Buffer.from(signature).toString('base64url')
    documents.set('/ad.json', { ...plain, proof: { ...proof, proofValue } })
  }
  await describe({})
  for (const [path, file] of devFiles(origin)) documents.set(path, file)
  documents.set('/.well-known/did.json', {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: [
      { id: keyId, type: 'Multikey', controller: did, publicKeyMultibase: key.keyId.split('#')[1] },
    ],
    authentication: [keyId],
    assertionMethod: [keyId],
    service: [{ id: `${did}#ad`, type: 'AgentDescription', serviceEndpoint: url }],
  })
  documents.set('/.well-known/agent-descriptions', {
    '@type': 'CollectionPage',
    url: `${origin}/.well-known/agent-descriptions`,
    items: [{ '@type': 'ad:AgentDescription', name: devDescription(origin, did)['name'], '@id': url }],
  })

  return {
    host,
    did,
    url,
    authority,
    describe,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const send = (response: ServerResponse, { status = 200, mediaType, body }: DevReply): void => {
  response.writeHead(status, { 'content-type': mediaType ?? 'application/json' })
  response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
}

/** Null if it is too large, or no object. A picture is asked for without one. */
const bodyOf = async (request: IncomingMessage): Promise<Json | null> => {
  if (request.method === 'GET') return {}
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array)
    size += bytes.length
    if (size > MAX_BODY) return null
    chunks.push(bytes)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
