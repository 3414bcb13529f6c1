import { createToldSecrets } from '../../platform/told-secrets.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { createDidResolver, createMemorySigner, jcsHash } from '../../identity/index.ts'
import type { DidResolver, Signer } from '../../identity/types.ts'
import { createNetworkGuard, fetchDidDocument, type NetworkGuard } from '../../network/index.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createAnpProtocol } from '../anp/index.ts'
import { resolveHandle } from '../anp/resolve-handle.ts'
import { createAccessTokens } from '../calling/access-tokens.ts'
import { createContacts } from '../contacts/contacts.ts'
import type { AgentProtocol } from '../contacts/protocol.ts'
import type { AgentContacts } from '../contacts/types.ts'
import { createNonceStore } from '../core/nonces.ts'
import { createDescriptions } from '../descriptions/service.ts'
import type { OwnDids } from '../did-wba/own-dids.ts'
import { keysOf } from '../check/documents.ts'
import { verifyRequest, type VerifiedRequest } from '../requests/verify-request.ts'

type Json = Record<string, unknown>

export interface Received {
  readonly method: string
  readonly path: string
  readonly header: (name: string) => string | undefined
  readonly body: string
}
type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
type Handler = (request: Received) => Reply | Promise<Reply>

/** Another agent on a server of its own on this computer, which answers only what a test says. */
export interface OtherAgent {
  readonly host: string
  readonly origin: string
  readonly did: string
  readonly requests: Received[]
  /** JSON, text, or a function, at a path. */
  serve(path: string, answer: Json | string | Handler): void
  /** A description at `/ad.json`, signed by the key of its DID unless another one is given. */
  describe(more?: Json, options?: { readonly proof?: Json | null; readonly key?: Signer }): Promise<string>
  /** Signs with another key from now on, under the same id. */
  changeKey(): void
}

export const openOtherAgent = async (): Promise<OtherAgent> => {
  const answers = new Map<string, Json | string | Handler>()
  const requests: Received[] = []
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
    const path = request.url ?? '/'
    const received = {
      method: request.method ?? '',
      path,
      header: (name: string) => request.headers[name]?.toString(),
      body: Buffer.concat(chunks).toString('utf8'),
    }
    requests.push(received)
    const found = answers.get(path.split('?')[0] ?? '')
    const reply = typeof found === 'function' ? await found(received) : { body: found }
    const { status = reply.body === undefined ? 404 : 200, headers = {}, body } = reply
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
      ...headers,
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => {
          done()
        })
      }),
  )
  const address = server.address()
  const host = `localhost:${String(typeof address === 'object' && address !== null ? address.port : 0)}`
  const did = `did:wba:${host.replace(':', '%3A')}:ana`
  let seed = 7
  let key = createMemorySigner(new Uint8Array(32).fill(seed))

  const publish = (): void => {
    answers.set('/ana/did.json', {
      id: did,
      verificationMethod: [
        { id: `${did}#key`, type: 'Multikey', controller: did, publicKeyMultibase: key.keyId.split('#')[1] },
      ],
      authentication: [`${did}#key`],
      assertionMethod: [`${did}#key`],
      service: [{ id: `${did}#ad`, type: 'AgentDescription', serviceEndpoint: `http://${host}/ad.json` }],
    })
  }
  publish()

  let challenges = 0
  return {
    host,
    origin: `http://${host}`,
    did,
    requests,
    serve: (path, content) => {
      answers.set(path, content)
    },
    describe: async (more = {}, { proof = {}, key: signer = key } = {}) => {
      const url = `http://${host}/ad.json`
      const plain: Json = {
        ...{ protocolType: 'ANP', protocolVersion: '1.0.0', type: 'AgentDescription', url, name: 'Ana', did },
        ...{ version: '1.0.0', created: '2026-03-01T00:00:00Z', security: 'didwba_sc' },
        securityDefinitions: { didwba_sc: { scheme: 'didwba', in: 'header', name: 'Authorization' } },
        ...more,
      }
      challenges += 1
      const options = {
        ...{ type: 'Ed25519Signature2020', created: '2026-03-01T00:00:00Z', proofPurpose: 'assertionMethod' },
        ...{ verificationMethod: `${did}#key`, domain: host, challenge: `c-${String(challenges)}` },
        ...proof,
      }
      const digest = jcsHash({ ...plain, proof: options })
      const proofValue = Buffer.from(await signer.sign(digest)).toString('base64url')
      answers.set('/ad.json', proof === null ? plain : { ...plain, proof: { ...options, proofValue } })
      return url
    },
    changeKey: () => {
      seed += 1
      key = createMemorySigner(new Uint8Array(32).fill(seed))
      publish()
    },
  }
}

/** The identity that calls, and what others know of it. */
export const OUR_DID = 'did:wba:ours.example'
const ourKey = createMemorySigner(new Uint8Array(32).fill(3))
export const OUR_DOCUMENT = {
  id: OUR_DID,
  verificationMethod: [
    { id: `${OUR_DID}#key`, type: 'Multikey', publicKeyMultibase: ourKey.keyId.split('#')[1] },
  ],
  authentication: [`${OUR_DID}#key`],
}
export const ourIdentities: Pick<OwnDids, 'list' | 'signer'> = {
  list: () => [],
  signer: () => ({ did: OUR_DID, keyId: `${OUR_DID}#key`, sign: ourKey.sign }),
}

/** Verifies requests as another agent does, whatever form they have. */
export const requestVerifier = (agent: OtherAgent, now = () => new Date()) => {
  const nonces = createNonceStore({ db: testDatabase(), now })
  return ({ method, path, header, body }: Received): Promise<VerifiedRequest> =>
    verifyRequest(
      { method, targetUri: agent.origin + path, header, body: Buffer.from(body, 'utf8') },
      { dids: [agent.did], hosts: ['localhost'] },
      { dids: keysOf([OUR_DOCUMENT]), nonces, now },
    )
}

const testDatabase = (): Database => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  onTestFinished(() => {
    db.close()
  })
  return db
}

export interface ContactsHome {
  readonly contacts: AgentContacts
  readonly db: Database
  readonly guard: NetworkGuard
  readonly protocol: AgentProtocol
  readonly dids: DidResolver
}

/** Our side: only the hosts of `agents` may be on this computer. DID documents are asked for each time. */
export const contactsBeside = (
  agents: readonly Pick<OtherAgent, 'host'>[],
  {
    now = () => new Date(),
    db = testDatabase(),
    identities = ourIdentities,
  }: {
    readonly now?: () => Date
    readonly db?: Database
    readonly identities?: Pick<OwnDids, 'list' | 'signer'>
  } = {},
): ContactsHome => {
  const developmentHosts = (): string[] => agents.map(({ host }) => host)
  const guard = createNetworkGuard({ env: {}, developmentHosts })
  onTestFinished(() => guard.close())
  const fetch = fetchDidDocument(guard, developmentHosts)
  const fresh = (): DidResolver => createDidResolver({ now, fetch })
  const dids: DidResolver = {
    resolve: (did, options) => fresh().resolve(did, options),
    key: (keyId, relationship) => fresh().key(keyId, relationship),
  }
  const descriptions = createDescriptions({ db, guard, dids, now })
  const protocol = createAnpProtocol({
    guard,
    now,
    dids,
    descriptions,
    developmentHosts,
    tokens: createAccessTokens(),
  })
  const contacts = createContacts({
    told: createToldSecrets(),
    db,
    protocols: [protocol],
    resolveHandle: (handle) => resolveHandle({ guard, dids }, handle),
    identities,
    guard,
    now,
  })
  return { contacts, db, guard, protocol, dids }
}
