import { verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import { verifyDescription } from '../../src-daemon/agents/descriptions/verify-description.ts'
import { createDidResolver, createMemorySigner, jcsHash } from '../../src-daemon/identity/index.ts'
import { sha256 } from '../../src-daemon/platform/sha256.ts'
import { publicKeyOf } from './keys.ts'

const HOST = 'agents.example'
const DID = `did:wba:${HOST}:agent:bench`

/** A description of a shop with twenty interfaces and products, about 8 KB, and its verification with all and with nothing around it. */
export const openDescription = async (): Promise<{
  readonly ours: () => Promise<string>
  readonly bare: () => boolean
  readonly bytes: number
}> => {
  const { keyId, sign } = createMemorySigner(new Uint8Array(32).fill(1))
  const document = {
    id: DID,
    verificationMethod: [{ id: `${DID}#key-1`, type: 'Multikey', publicKeyMultibase: keyId.split('#')[1] }],
    assertionMethod: [`${DID}#key-1`],
  }
  const dids = createDidResolver({
    now: () => new Date(),
    fetch: () => Promise.resolve(Response.json(document)),
  })
  const unsigned = {
    ...description(),
    proof: {
      type: 'Ed25519Signature2020',
      created: '2026-03-02T10:00:00Z',
      proofPurpose: 'assertionMethod',
      verificationMethod: `${DID}#key-1`,
      domain: HOST,
      challenge: 'bench',
    },
  }
  const proofValue = Buffer.from(await sign(jcsHash(unsigned))).toString('base64url')
  const text = JSON.stringify({ ...unsigned, proof: { ...unsigned.proof, proofValue } })
  const key = publicKeyOf(keyId)
  const signature = Buffer.from(proofValue, 'base64url')
  const deps = { dids, now: () => new Date(), seen: null }
  await dids.resolve(DID)
  return {
    ours: async () => (await verifyDescription(text, HOST, deps)).verdict,
    bare: () => verify(null, signedDigest(text), key, signature),
    bytes: text.length,
  }
}

/** What the signature is over, by the shortest way from the text. */
const signedDigest = (text: string): Buffer => {
  const json = JSON.parse(text) as { proof: { proofValue?: string } }
  delete json.proof.proofValue
  return sha256(canonicalize(json) ?? '')
}

const description = () => ({
  '@context': { '@vocab': 'https://schema.org/', ad: 'https://agent-network-protocol.com/ad#' },
  '@type': 'ad:AgentDescription',
  '@id': `https://${HOST}/ad.json`,
  name: 'A shop of the benchmark',
  did: DID,
  version: '1.0.0',
  created: '2026-03-01T10:00:00Z',
  securityDefinitions: { didwba_sc: { scheme: 'didwba', in: 'header', name: 'Authorization' } },
  security: 'didwba_sc',
  products: Array.from({ length: 20 }, (_, at) => ({
    '@type': 'Product',
    '@id': `https://${HOST}/products/${String(at)}.json`,
    name: `Product ${String(at)}`,
    description:
      'Roasted slowly, for a flavour of coconut without any added sugar, in two sizes and three kinds.',
  })),
  interfaces: Array.from({ length: 20 }, (_, at) => ({
    '@type': 'ad:APIInterface',
    protocol: 'JSON-RPC 2.0',
    url: `https://${HOST}/api/${String(at)}.json`,
    description: 'Lists what is in store, with its price, and orders what was chosen for a day of the week.',
  })),
})
