// Checks an attestation (AITP-08) against what was asked, offline, with Node alone:
// node verify-attestation.mjs REQUEST.json ATTESTATION.json [--at TIME]
// REQUEST: the `request_attestation` as it was sent; ATTESTATION: the `attestation` of the response, or the response.
import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

// RFC 8785: members by their UTF-16 code units; numbers and texts as JSON.stringify writes them.
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}
const sha256 = (text) => createHash('sha256').update(text).digest()
const digest = (text) => `sha-256:${sha256(text).toString('base64url')}`
const base58 = (text) => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let number = 0n
  for (const letter of text) {
    assert(letters.includes(letter), 'not base58')
    number = number * 58n + BigInt(letters.indexOf(letter))
  }
  const hex = number.toString(16)
  const zeros = '00'.repeat(/^1*/.exec(text)[0].length)
  return Buffer.from(zeros + (number === 0n ? '' : hex.padStart(hex.length + (hex.length % 2), '0')), 'hex')
}
// did:key of Ed25519: 0xed 0x01 and the key.
const keyOf = (did) => {
  assert(/^did:key:z[1-9A-HJ-NP-Za-km-z]+$/.test(did), `the key of ${did} is not in its name: look it up`)
  const bytes = base58(did.slice('did:key:z'.length))
  assert(bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01, 'not a key of Ed25519')
  const x = bytes.subarray(2).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}
const bodyOf = (value, name) => value[name] ?? value
process.on('uncaughtExceptionMonitor', ({ message }) => console.error(`REFUSED: ${message}`))

const [, , requestPath, attestationPath, flag, time] = process.argv
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const asked = bodyOf(read(requestPath), 'request_attestation')
const said = bodyOf(bodyOf(read(attestationPath), 'attestation_response'), 'attestation')
const at = Date.parse(flag === '--at' ? time : new Date().toISOString())

const same = (what, found, wanted) => assert.equal(found, wanted, `${what} is ${found}, not ${wanted}`)
same('the request', said.request_digest, digest(canonical(asked)))
same('who it is for', said.audience, asked.audience)
same('the nonce', said.nonce, asked.nonce)
same('the kind', said.kind, asked.kind)
same('what it is about', said.subject?.digest, asked.subject?.digest)
console.log('ok  it answers this request, and no other')

const { proof, ...unsigned } = said
const { proofValue, ...options } = proof
same('the kind of proof', `${proof.type} ${proof.cryptosuite}`, 'DataIntegrityProof eddsa-jcs-2022')
same('what the proof is for', proof.proofPurpose, 'assertionMethod')
same('the challenge', proof.challenge ?? asked.nonce, asked.nonce)
same('the domain', proof.domain ?? asked.audience, asked.audience)
assert(
  proof.verificationMethod.startsWith(`${said.issuer}#`),
  'it is signed by somebody else than its issuer',
)
assert(/^z[1-9A-HJ-NP-Za-km-z]+$/.test(proofValue), 'the signature can’t be read')
const bytes = Buffer.concat([sha256(canonical(options)), sha256(canonical(unsigned))])
assert(verify(null, bytes, keyOf(said.issuer), base58(proofValue.slice(1))), 'the signature is not valid')
console.log(`ok  signed by ${said.issuer}`)

// The digest of what was shown is compared where the request names one; no published rule says of which bytes it is.
if (asked.disclosure?.content_digest !== undefined) {
  same('what was shown', said.shown?.content_digest, asked.disclosure.content_digest)
  console.log('ok  the person was shown what was asked')
}
assert(said.expires_at === undefined || at <= Date.parse(said.expires_at), `it ended at ${said.expires_at}`)
console.log(
  `ok  ${said.decision}, as ${said.human?.assurance ?? 'nobody says how sure'}, at ${said.issued_at}`,
)
console.log('--  still to be asked: whether its issuer took it back (attestation_revocation)')
