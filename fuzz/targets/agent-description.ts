import { readProof, signedOf } from '../../src-daemon/agents/descriptions/proof.ts'
import { readDescription } from '../../src-daemon/agents/descriptions/read-description.ts'
import { verifyDescription } from '../../src-daemon/agents/descriptions/verify-description.ts'
import { keyOfKeyId } from '../../src-daemon/identity/dids/did-key.ts'
import { createMemorySigner } from '../../src-daemon/identity/index.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const signer = createMemorySigner(new Uint8Array(32).fill(5))
const host = 'agents.example'
const text = async (more: object, proof: object = {}): Promise<string> => {
  const unsigned = {
    '@context': { '@vocab': 'https://schema.org/', ad: 'https://agent-network-protocol.com/ad#' },
    '@type': 'ad:AgentDescription',
    protocolType: 'ANP',
    type: 'AgentDescription',
    name: 'Agent',
    did: signer.did,
    security: 'didwba_sc',
    securityDefinitions: { didwba_sc: { scheme: 'didwba', in: 'header', name: 'Authorization' } },
    interfaces: [{ '@type': 'ad:APIInterface', protocol: 'openrpc', url: `https://${host}/api.json` }],
    ...more,
    proof: {
      type: 'Ed25519Signature2020',
      created: '2026-11-26T12:00:00Z',
      proofPurpose: 'assertionMethod',
      verificationMethod: signer.keyId,
      domain: host,
      challenge: 'c1',
      ...proof,
    },
  }
  const signed = signedOf(unsigned)
  const value = Buffer.from(await signer.sign(signed?.digest ?? Buffer.alloc(0))).toString('base64url')
  return JSON.stringify({ ...unsigned, proof: { ...unsigned.proof, proofValue: value } })
}
const deps = {
  dids: { key: (keyId: string) => Promise.resolve(keyOfKeyId(keyId)) },
  now: () => new Date('2026-11-26T13:00:00Z'),
  seen: null,
}

/** Descriptions of agents: read, and their proof verified by a key that is always found. */
export const target: Target = {
  maxBytes: 4 * 1024,
  seeds: async () => [
    await text({}),
    await text({ products: [{ '@type': 'Product', name: 'Latte' }], Infomations: [] }, { domain: undefined }),
    await text({ 'ad:interfaces': [{ type: 'NaturalLanguageInterface' }], interfaces: undefined }),
    await text({}, { challenge: undefined }),
    await text({}, { domain: ['other.example', `https://${host}`], type: 'EcdsaSecp256k1Signature2019' }),
    JSON.stringify({ protocolType: 'ANP', name: 'x', interfaces: 'none', version: 1 }),
    '{"name":"a","name":"b"}',
  ],
  run: async (raw) => {
    const written = raw.toString('utf8')
    const read = readDescription(written)
    if (!('unreadable' in read)) {
      const signed = signedOf(read.json)
      const again = signedOf(JSON.parse(JSON.stringify(read.json)) as typeof read.json)
      promised(
        signed?.digest.equals(again?.digest ?? Buffer.alloc(0)) ?? true,
        'the digest is of the content',
      )
      const proof = readProof(read.json)
      promised('verdict' in proof || proof.keyId !== '', 'a proof names its key')
    }
    const { verdict, domain, keyId, did } = await verifyDescription(written, host, deps)
    if (verdict !== 'valid' && verdict !== 'valid-legacy') return
    promised(domain?.includes(host) === true, 'verified means for this host')
    promised(keyId?.startsWith(`${did ?? ''}#`) === true, 'verified means by its own DID')
    const other = await verifyDescription(written, 'copy.example', deps)
    promised(other.verdict === 'invalid' || domain.includes('copy.example'), 'a copy elsewhere is none')
  },
}
