import { verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNonceStore } from '../../src-daemon/agents/core/nonces.ts'
import { signatureBase, signHttpRequest } from '../../src-daemon/agents/requests/http-signature.ts'
import { readSignatureInputs } from '../../src-daemon/agents/requests/signature-input.ts'
import { verifyRequest } from '../../src-daemon/agents/requests/verify-request.ts'
import { createDidResolver, createMemorySigner } from '../../src-daemon/identity/index.ts'
import { openDatabase } from '../../src-daemon/storage/index.ts'
import { publicKeyOf } from './keys.ts'

const DID = 'did:wba:agents.example:agent:bench'
const TARGET = 'https://api.example/orders'
const BODY = Buffer.from(JSON.stringify({ action: 'create', order: 'x'.repeat(1000) }))
/** Requests that arrive at the same time, as from many callers: their nonces share a wait for the disk. */
const AT_ONCE = 100

interface Signed {
  readonly headers: ReadonlyMap<string, string>
  readonly base: Buffer
  readonly signature: Buffer
}

/** Signed requests, each of which may be used once, and their verification with all and with nothing around it. */
export const openRequests = (count: number) => {
  const { keyId, sign } = createMemorySigner(new Uint8Array(32).fill(2))
  const signer = { did: DID, keyId: `${DID}#key-1`, sign }
  const document = {
    id: DID,
    verificationMethod: [{ id: signer.keyId, type: 'Multikey', publicKeyMultibase: keyId.split('#')[1] }],
    authentication: [signer.keyId],
  }
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-agents-'))
  const db = openDatabase({ path: join(folder, 'state.db') })
  const now = () => new Date()
  const deps = {
    dids: createDidResolver({ now, fetch: () => Promise.resolve(Response.json(document)) }),
    nonces: createNonceStore({ db, now }),
    now,
  }
  const make = (): Promise<Signed[]> =>
    Promise.all(Array.from({ length: count }, () => signedRequest(signer)))
  const check = async ({ headers }: Signed): Promise<void> => {
    await verifyRequest(
      { method: 'POST', targetUri: TARGET, header: (name) => headers.get(name), body: BODY },
      { dids: ['did:wba:api.example'], hosts: ['api.example'] },
      deps,
    )
  }
  const key = publicKeyOf(keyId)
  return {
    /** Microseconds for one request, of many at the same time. */
    ours: async (): Promise<number> => {
      const requests = await make()
      const started = performance.now()
      for (let at = 0; at < count; at += AT_ONCE)
        await Promise.all(requests.slice(at, at + AT_ONCE).map(check))
      return ((performance.now() - started) * 1000) / count
    },
    bare: async (): Promise<number> => {
      const requests = await make()
      const started = performance.now()
      for (const { base, signature } of requests)
        if (!verify(null, base, key, signature)) throw new Error('a signature of the benchmark is not valid')
      return ((performance.now() - started) * 1000) / count
    },
    close: () => {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const signedRequest = async (signer: Parameters<typeof signHttpRequest>[0]['signer']): Promise<Signed> => {
  const made = await signHttpRequest({
    signer,
    method: 'POST',
    targetUri: TARGET,
    body: BODY,
    now: new Date(),
  })
  const headers = new Map(Object.entries(made).map(([name, value]) => [name.toLowerCase(), value]))
  const [input] = readSignatureInputs(headers.get('signature-input') ?? '')
  if (input === undefined) throw new Error('a request of the benchmark is not signed')
  const header = (name: string) => headers.get(name)
  return {
    headers,
    base: Buffer.from(signatureBase(input, { method: 'POST', targetUri: TARGET, header })),
    signature: Buffer.from(headers.get('signature')?.slice('sig1=:'.length, -1) ?? '', 'base64'),
  }
}
