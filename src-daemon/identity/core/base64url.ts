/** Decodes canonical base64url: no padding, no stray bits; null for anything else. */
export const decodeBase64url = (text: string): Uint8Array | null => {
  const bytes = Buffer.from(text, 'base64url')
  return text !== '' && bytes.toString('base64url') === text ? new Uint8Array(bytes) : null
}
