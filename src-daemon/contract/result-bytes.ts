/** Detects the type of bytes in a tool's result by their first bytes, whatever the server claims. */
export interface ResultBytes {
  readonly kind: 'image' | 'audio' | 'bytes'
  /** The detected type of an image or sound, otherwise the server's claim. */
  readonly mediaType: string
  /** In bytes. */
  readonly size: number
  readonly base64: string
}

/** How files of each kind begin; `null` stands for any byte. */
const BEGINNINGS: readonly (readonly [ResultBytes['kind'], string, readonly (number | null)[]])[] = [
  ['image', 'image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image', 'image/jpeg', [0xff, 0xd8, 0xff]],
  ['image', 'image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image', 'image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['audio', 'audio/wav', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x41, 0x56, 0x45]],
  ['audio', 'audio/mpeg', [0x49, 0x44, 0x33]],
  ['audio', 'audio/mpeg', [0xff, 0xfb]],
  ['audio', 'audio/mpeg', [0xff, 0xf3]],
  ['audio', 'audio/ogg', [0x4f, 0x67, 0x67, 0x53]],
  ['audio', 'audio/flac', [0x66, 0x4c, 0x61, 0x43]],
]

/** Members that hold base64 beside one that says its type. */
const HOLDERS = ['data', 'blob', 'base64']
const TYPES = ['mimeType', 'media_type', 'mediaType', 'mime_type']
/** A run of letters and digits this long, without a space, isn't readable text. */
const UNREADABLE = /[A-Za-z0-9+/_-]{1000,}={0,2}/g
const UNREADABLE_LINES = /^[A-Za-z0-9+/_-]{60,}(?:\r?\n[A-Za-z0-9+/_-]+){12,}={0,2}\s*$/
const DATA_ADDRESS = /data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.-]+=[\w.-]+)*;base64,([A-Za-z0-9+/_-]{32,}={0,2})/g

/**
 * Replaces all bytes in a result's value: in content blocks, in other objects that hold
 * base64 beside its type, in `data:` addresses, and in long texts of only base64.
 */
export const replaceBytes = (value: unknown, instead: (bytes: ResultBytes) => string): unknown => {
  const replace = (one: unknown): unknown => {
    if (typeof one === 'string') return inText(one, instead)
    if (Array.isArray(one)) return one.map(replace)
    if (!isFields(one)) return one
    const type = typeOf(one)
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => {
        const bytes = type !== null && HOLDERS.includes(name) ? readBytes(inner, type) : null
        return [name, bytes === null ? replace(inner) : instead(bytes)]
      }),
    )
  }
  return replace(value)
}

/** Decodes base64 in either alphabet; null if the text isn't base64. */
export const readBytes = (text: unknown, said = ''): ResultBytes | null => {
  if (typeof text !== 'string') return null
  const base64 = text
    .replace(/^data:[^,]{0,200};base64,/, '')
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(base64) || base64.length % 4 === 1) return null
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')
  const first = Uint8Array.from(atob(padded.slice(0, 16)), (letter) => letter.charCodeAt(0))
  const [kind, mediaType] = BEGINNINGS.find(([, , begins]) =>
    begins.every((byte, at) => byte === null || first[at] === byte),
  ) ?? ['bytes' as const, /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(said) ? said : 'application/octet-stream']
  return { kind, mediaType, size: Math.floor((base64.length * 3) / 4), base64: padded }
}

/** A result for readers of text, with a line of kind and size in place of bytes. */
export const withoutBytes = (value: unknown): unknown =>
  replaceBytes(value, ({ mediaType, size }) => `${mediaType}, ${sizeLabel(size)}`)

/** `68 B`, `12.3 kB`, `1.2 MB`. */
export const sizeLabel = (bytes: number): string => {
  if (bytes < 1000) return `${String(bytes)} B`
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${String(Math.round(value * 10) / 10)} ${unit}`
}

const inText = (text: string, instead: (bytes: ResultBytes) => string): string => {
  const bare = UNREADABLE_LINES.test(text) && isMixed(text) ? readBytes(text) : null
  if (bare !== null) return instead(bare)
  const addressed = !text.includes(';base64,')
    ? text
    : text.replace(DATA_ADDRESS, (all, type: string | undefined, base64: string) => {
        const bytes = readBytes(base64, type)
        return bytes === null ? all : instead(bytes)
      })
  return addressed.replace(UNREADABLE, (all) => {
    const bytes = isMixed(all) ? readBytes(all) : null
    return bytes === null ? all : instead(bytes)
  })
}

const isMixed = (text: string): boolean => [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(text))

/** The type an object states for its base64; null if it states none, or text. */
const typeOf = (one: Fields): string | null => {
  const said = TYPES.map((member) => one[member]).find((type) => typeof type === 'string')
  const { type } = one
  if (type === 'image' || type === 'audio' || typeof one['blob'] === 'string') return said ?? ''
  return said === undefined || /^text\/|json|xml|yaml|javascript/.test(said) ? null : said
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
