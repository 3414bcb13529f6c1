import { readStrictJson } from '../../src-daemon/identity/core/strict-json.ts'
import { documentOfDidKey } from '../../src-daemon/identity/dids/did-key.ts'
import { didOfKeyId, parseDid } from '../../src-daemon/identity/dids/did-url.ts'
import { documentUrl } from '../../src-daemon/identity/dids/did-web.ts'
import { readDidDocument, usableKeys } from '../../src-daemon/identity/dids/document.ts'
import { checkFingerprint } from '../../src-daemon/identity/dids/fingerprint.ts'
import { createMemorySigner } from '../../src-daemon/identity/index.ts'
import { isRecord } from '../../src-daemon/platform/is-record.ts'
import { promised, toldOnly } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const { did } = createMemorySigner(new Uint8Array(32).fill(7))
const multibase = did.slice('did:key:'.length)
const web = 'did:web:example.org:alice'
const document = (methods: readonly object[], more: object = {}): string =>
  JSON.stringify({
    '@context': 'https://www.w3.org/ns/did/v1',
    id: web,
    verificationMethod: methods,
    ...more,
  })
const key = { id: '#key-1', type: 'Multikey', controller: web, publicKeyMultibase: multibase }
const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

/** The document of a DID, and the DIDs and key ids in it. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () => [
    JSON.stringify(documentOfDidKey(did)),
    document([key], {
      authentication: ['#key-1'],
      assertionMethod: [`${web}#key-1`, { ...key, id: '#key-2' }],
    }),
    document([{ ...key, publicKeyMultibase: undefined, type: 'JsonWebKey2020', publicKeyJwk: jwk }]),
    document([
      {
        ...key,
        type: 'Ed25519VerificationKey2018',
        publicKeyMultibase: undefined,
        publicKeyBase58: multibase.slice(1),
      },
    ]),
    JSON.stringify({
      ...{
        id: `did:wba:example.org:e1_${'A'.repeat(43)}`,
        verificationMethod: [{ ...key, controller: undefined }],
      },
      ...{
        authentication: ['#key-1'],
        proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-jcs-2022', proofValue: 'z1' },
      },
    }),
    JSON.stringify({ id: 'did:web:example.org%3A8443:a:b' }),
  ],
  run: (input) => {
    const json = readStrictJson(input.toString('utf8'))
    if (!json.ok) return
    const id = isRecord(json.value) && typeof json.value['id'] === 'string' ? json.value['id'] : web
    const parsed = toldOnly(() => parseDid(id))
    const address = parsed === null || parsed.method === 'key' ? null : toldOnly(() => documentUrl(id))
    if (address !== null) {
      const url = new URL(address)
      promised(
        url.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === '',
        'a plain address',
      )
      promised(
        url.pathname.endsWith('/did.json') && !/^[\d.]+$|^\[/.test(url.hostname),
        'of a document on a named host',
      )
      promised(url.href === address, 'an address is read as it is written')
    }
    const read = readDidDocument(id, json.value)
    for (const { keyId } of usableKeys(read)) {
      promised(keyId.startsWith(`${id}#`), 'keys are of this DID')
      promised(parsed === null || didOfKeyId(keyId) === id, 'a key id names its DID')
    }
    checkFingerprint(read)
  },
}
