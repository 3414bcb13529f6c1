import { canonicalizeAgentCard, type AgentCard } from '@a2a-js/sdk'
import type { KeyKind } from '../../../contract/identity.ts'
import type { Signer } from '../../../identity/types.ts'

type JsonObject = Readonly<Record<string, unknown>>

const ALGORITHMS: Readonly<Record<KeyKind, string>> = {
  Ed25519: 'EdDSA',
  secp256k1: 'ES256K',
  'P-256': 'ES256',
}

/** The card with a signature of one of our DIDs (A2A 8.4). Errors: those of the signer. */
export const signCard = async (
  card: JsonObject,
  { signer, kind }: { readonly signer: Signer; readonly kind: KeyKind },
): Promise<JsonObject> => {
  const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url')
  const header = base64url(JSON.stringify({ alg: ALGORITHMS[kind], kid: signer.keyId, typ: 'JOSE' }))
  const payload = base64url(canonicalizeAgentCard(card as unknown as AgentCard))
  const signature = await signer.sign(Buffer.from(`${header}.${payload}`, 'ascii'))
  return {
    ...card,
    signatures: [{ protected: header, signature: Buffer.from(signature).toString('base64url') }],
  }
}
