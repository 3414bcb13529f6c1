/** How the bytes of each kind of picture that can't hold programs begin; `null` stands for any byte. */
const SIGNATURES = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/gif': [0x47, 0x49, 0x46, 0x38],
  'image/webp': [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
} as const satisfies Record<string, readonly (number | null)[]>

export type ImageType = keyof typeof SIGNATURES

/** What kind of picture these bytes are, whatever they are called; null if none that is shown. */
export const imageTypeOf = (bytes: Uint8Array): ImageType | null =>
  (Object.keys(SIGNATURES) as ImageType[]).find((type) =>
    SIGNATURES[type].every((byte, at) => byte === null || bytes[at] === byte),
  ) ?? null
