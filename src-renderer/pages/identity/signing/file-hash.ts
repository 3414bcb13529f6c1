/** What can be hashed here at once: the browser's hash takes the whole file in memory. */
export const MAX_BYTES = 512 * 1024 * 1024

/**
 * SHA-256 of a file in hex, computed in the page: the file goes nowhere. `onRead` hears what part was read, 0 to 1. Throws
 * what the browser says when the file cannot be read.
 */
export const hashFile = async (file: Blob, onRead: (share: number) => void): Promise<string> => {
  const bytes = new Uint8Array(file.size)
  const reader = file.stream().getReader()
  let at = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes.set(next.value, at)
    at += next.value.length
    onRead(at / file.size)
  }
  // The system may have cut it short meanwhile: the digest would be of a file that never was.
  if (at !== file.size) throw new Error('the file changed while it was read')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
