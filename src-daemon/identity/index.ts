/** The door of `identity/`: the owner's keys, signing, and verifying the signatures of others. */
export { openIdentity, type OpenedIdentity, type OpenIdentityDeps } from './keys/open-identity.ts'
export {
  changeEncryptionFile,
  readEncryptionFile,
  setAsideDamagedEncryptionFile,
  type EncryptionFile,
} from './keys/encryption-file.ts'
export { isKeyLost, openDataKey } from './keys/open-data-key.ts'
export { restoreDataKey, type RestoreDataKeyRequest } from './keys/restore-data-key.ts'
export { decryptStream, encryptStream } from './stores/age-passphrase.ts'
export { newPassphrase } from './stores/passphrase.ts'
export { createAttempts } from './stores/attempts.ts'
export { openKeyStores, type KeyStores } from './stores/open-key-stores.ts'
export { createMemorySigner } from './keys/memory-signer.ts'
export { createPassphraseJudge, type PassphraseJudge } from './stores/strength.ts'
export { authorizedKey, createDidResolver, validateDidDocument } from './dids/resolver.ts'
export { documentProof, type ProofDialect } from './dids/document-proof.ts'
export type { DidDocument } from './dids/document.ts'
export { thumbprint } from './dids/fingerprint.ts'
export { documentUrl } from './dids/did-web.ts'
export { keyOfMethod } from './dids/method-key.ts'
export { jcsHash, proofBytes } from './core/data-integrity.ts'
export { decodeBase64url } from './core/base64url.ts'
export { convertPoint } from './core/curve-points.ts'
export { serviceEndpoint } from './dids/service-endpoint.ts'
export { checkDid } from './dids/did-url.ts'
export { keyIdOfDid, keyOfKeyId } from './dids/did-key.ts'
export { verifySignature, verifyWithKey } from './dids/verify.ts'
export { isTargetIn } from './authorizations/target.ts'
export { createAuthorizations, type AuthorizationsDeps } from './authorizations/service.ts'
export { createDevices } from './devices/service.ts'
export { salvagedRow } from './salvaged-rows.ts'
export { readStrictJson } from './core/strict-json.ts'
