/** The bytes behind a base64 text. Throws where it is none. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** A file as base64. Throws what the browser says when it cannot be read. */
export const base64OfFile = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const STEP = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}
