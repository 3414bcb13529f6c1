/** Size limit: the browser's hash function needs the whole file in memory. */
export const MAX_BYTES = 512 * 1024 * 1024

/**
 * SHA-256 of a file in hex, computed in the page, so the file goes nowhere. `onRead` receives the progress, 0 to 1.
 * Throws the browser's error when the file can't be read.
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
  // The file may have been truncated meanwhile, and the digest would match no version of it.
  if (at !== file.size) throw new Error('the file changed while it was read')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
