import { readSignature } from '../../src-daemon/agents/core/signature-text.ts'
import { checkContentDigest } from '../../src-daemon/agents/requests/content-digest.ts'
import { readDidAuthHeader, writeDidAuthHeader } from '../../src-daemon/agents/requests/did-auth-header.ts'
import { readDidWbaHeader } from '../../src-daemon/agents/requests/didwba-header.ts'
import { onceOf, readHttpSignature, signatureBase } from '../../src-daemon/agents/requests/http-signature.ts'
import { readChallenge } from '../../src-daemon/agents/requests/sign-request.ts'
import { claimedSender } from '../../src-daemon/agents/requests/verify-request.ts'
import { promised, toldOnly } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const did = 'did:wba:caller.example'
const input = `("@method" "@target-uri" "@authority" "content-digest");created=1700000000;expires=1700000300;nonce="n1";keyid="${did}#key-1"`
const bytes = Buffer.alloc(64, 7)
const didAuth = writeDidAuthHeader({
  signed_data: { operation: 'a/b', params: { a: [1, 'é'] }, audience: did, nonce: 'n', timestamp: 1 },
  signature: { signer_did: did, key_id: `${did}#key-1`, value: bytes.toString('base64url') },
})

/** The headers by which a request says who sent it: `name: value`, one a line, as a carrier gives them. */
export const target: Target = {
  maxBytes: 4 * 1024,
  seeds: () => [
    `signature-input: sig1=${input}\nsignature: sig1=:${bytes.toString('base64')}:\ncontent-digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:`,
    `signature-input: a=("@path" "@query");created=1;keyid="${did}#k", b=("x-y");keyid="${did}#k"\nsignature: b=:AA==:, a=:AAAA:\nx-y:  1 `,
    `authorization: DIDWba v="1.1", did="${did}", nonce="n", timestamp="2026-11-26T12:00:00Z", verification_method="key-1", signature="${bytes.toString('base64url')}"`,
    `authorization: didwba did="${did}",nonce="n",timestamp="2026-11-26T12:00:00+08:00",verification_method="#k",signature="MEUCIQ=="`,
    `authorization: ${didAuth}`,
    `www-authenticate: DIDWba realm="x", nonce="n2"\naccept-signature: sig1=("@method")`,
    'authorization: Bearer abc',
  ],
  run: (raw) => {
    const headers = headersOf(raw.toString('utf8'))
    const header = (name: string): string | undefined => headers.get(name)
    const claimed = claimedSender({ header })
    promised(
      claimed === null || claimed.startsWith('did:') || header('signature') === undefined,
      'a DID claims',
    )
    const challenge = readChallenge({ get: (name) => header(name.toLowerCase()) ?? null })
    promised(
      challenge?.nonce === undefined || !/["\\\r\n]/.test(challenge.nonce),
      'a nonce we would sign can stand between quotes',
    )
    const authorization = header('authorization') ?? ''
    const old = toldOnly(() => readDidWbaHeader(authorization))
    if (old !== null) {
      promised(old.keyId.includes('#') && old.did !== '' && old.nonce !== '', 'all of it was given')
      for (const curve of ['Ed25519', 'P-256', 'secp256k1'] as const)
        promised((readSignature(curve, old.signature)?.bytes.length ?? 64) === 64, 'a signature has 64 bytes')
    }
    const own = toldOnly(() => readDidAuthHeader(authorization))
    if (own !== null) promised(writeDidAuthHeader(own).startsWith('DIDAuthV1 '), 'it can be written again')
    toldOnly(() => {
      checkContentDigest(header('content-digest'), Buffer.alloc(0))
    })
    const found = toldOnly(() => readHttpSignature(header))
    if (found === null) return
    promised(found.keyId.startsWith(`${found.did}#`), 'the key is of the DID')
    promised(
      (header('signature-input') ?? '').includes(`${found.input.label}=${found.input.raw}`),
      'what is signed is as it came',
    )
    const request = { method: 'POST', targetUri: 'https://us.example/rpc?a=b', header, body: Buffer.alloc(0) }
    const base = toldOnly(() => signatureBase(found.input, request))
    if (base === null) return
    promised(base.endsWith(`\n"@signature-params": ${found.input.raw}`), 'the parameters are signed last')
    promised(
      base.split('\n').length === found.input.components.length + 1,
      'each component has a line, and no more',
    )
    promised(onceOf(found, request) !== '', 'it counts once')
  },
}

/** Headers can't hold ends of lines; later ones of a name are joined, as by Node. */
const headersOf = (text: string): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>()
  for (const line of text.split(/\r?\n|\r/)) {
    const [, name, value = ''] = /^([a-z-]+):[ \t]*(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}
