/** The result of signing a text, and the input for verifying it. */
export interface SignedText {
  readonly text: string
  readonly keyId: string
  readonly signature: string
}

/** The same for a file, which is identified by its SHA-256 (hex) and isn't included. */
export interface SignedFile {
  readonly file: string
  readonly sha256: string
  readonly keyId: string
  readonly signature: string
}

/** A block to copy and paste, as JSON: what was signed, by which key, and the signature. */
export const writeSigned = (signed: SignedText | SignedFile): string => JSON.stringify(signed, null, 2)

/** Parses such a block; null if the text isn't one. */
export const readSignedText = (pasted: string): SignedText | null => {
  const read = stringsOf(pasted, ['text', 'keyId', 'signature'])
  return read === null ? null : { text: read.text, keyId: read.keyId, signature: read.signature }
}

/** Parses the block of a file; null if the text isn't one. */
export const readSignedFile = (pasted: string): SignedFile | null => {
  const read = stringsOf(pasted, ['file', 'sha256', 'keyId', 'signature'])
  if (read === null || !/^[0-9a-f]{64}$/i.test(read.sha256)) return null
  return { file: read.file, sha256: read.sha256.toLowerCase(), keyId: read.keyId, signature: read.signature }
}

const stringsOf = <K extends string>(
  pasted: string,
  names: readonly K[],
): Readonly<Record<K, string>> | null => {
  const parsed = parse(pasted)
  if (typeof parsed !== 'object' || parsed === null) return null
  const found: Partial<Record<K, string>> = {}
  for (const name of names) {
    const value: unknown = Object.hasOwn(parsed, name) ? Reflect.get(parsed, name) : undefined
    if (typeof value !== 'string') return null
    found[name] = value
  }
  return isWhole(found, names) ? found : null
}

const isWhole = <K extends string>(
  found: Partial<Record<K, string>>,
  names: readonly K[],
): found is Record<K, string> => names.every((name) => found[name] !== undefined)

const parse = (pasted: string): unknown => {
  try {
    return JSON.parse(pasted)
  } catch {
    // Not JSON: some other text was pasted; the caller reports that.
    return null
  }
}

/** Whether key and signature are well-formed: a DID, with or without a key after the #, and a base64url signature. */
export const isVerifiable = ({ keyId, signature }: { keyId: string; signature: string }): boolean =>
  /^did:[a-z0-9]+:[^#\s]+(#\S+)?$/.test(keyId) && /^[\w-]+$/.test(signature)
