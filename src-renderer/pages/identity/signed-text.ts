/** What signing a text gives, and what verifying one takes. */
export interface SignedText {
  readonly text: string
  readonly keyId: string
  readonly signature: string
}

/** One block to copy and to paste back: the text, its key and its signature, as JSON. */
export const writeSignedText = (signed: SignedText): string => JSON.stringify(signed, null, 2)

/** Reads such a block; null when it is something else. */
export const readSignedText = (pasted: string): SignedText | null => {
  try {
    const parsed: unknown = JSON.parse(pasted)
    if (typeof parsed !== 'object' || parsed === null) return null
    if (!('text' in parsed) || !('keyId' in parsed) || !('signature' in parsed)) return null
    const { text, keyId, signature } = parsed
    if (typeof text !== 'string' || typeof keyId !== 'string' || typeof signature !== 'string') return null
    return { text, keyId, signature }
  } catch {
    return null
  }
}

/** Whether the three fields can be verified at all: a key `did:...#...` and a base64url signature. */
export const isVerifiable = (signed: SignedText): boolean =>
  /^did:[^#\s]+#\S+$/.test(signed.keyId) && /^[\w-]+$/.test(signed.signature) && signed.text !== ''
