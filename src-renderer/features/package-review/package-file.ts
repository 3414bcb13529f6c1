import type { PackageSource } from '../../../src-daemon/contract/packages.ts'

/** Maximum size of a package file (acp.md 1.1); a larger one is refused before it is read. */
export const MAX_BYTES = 1024 * 1024

/** A chosen file in the form the daemon takes; null when it is too large to be a package. */
export const sourceOfFile = async (file: File): Promise<PackageSource | null> => {
  if (file.size > MAX_BYTES) return null
  return { kind: 'file', fileName: file.name, bytesBase64: base64(new Uint8Array(await file.arrayBuffer())) }
}

/** Standard base64 with padding. */
export const base64 = (bytes: Uint8Array): string => {
  const CHUNK = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}
