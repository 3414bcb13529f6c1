/** Pictures without what they say beside what they show. */
import { describe, expect, it } from 'vitest'
import { withoutMetadata } from './picture-metadata.ts'

const SECRET = 'GPS 47.3769N 8.5417E'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const chunk = (type: string, content: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, latin1(type), content, Buffer.alloc(4)])
}
const PNG_HEAD = latin1('\x89PNG\r\n\x1A\n')
const plainPng = Buffer.concat([
  PNG_HEAD,
  chunk('IHDR', Buffer.alloc(13)),
  chunk('IDAT', latin1('drawn')),
  chunk('IEND', Buffer.alloc(0)),
])

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
const SCAN = Buffer.concat([segment(0xda, Buffer.alloc(6)), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])])
const TABLE = segment(0xdb, latin1('a table'))
const JFIF = segment(0xe0, latin1('JFIF\0\x01\x02'))
const START = Buffer.from([0xff, 0xd8])
const END = Buffer.from([0xff, 0xd9])
const plainJpeg = Buffer.concat([START, JFIF, TABLE, SCAN, END])
/** Exif with a place and, in both byte orders, how the picture is turned. */
const exif = (turned: number, order: 'II' | 'MM' = 'MM') => {
  const entry =
    order === 'MM'
      ? [1, 0x12, 0, 3, 0, 0, 0, 1, 0, turned, 0, 0]
      : [0x12, 1, 3, 0, 1, 0, 0, 0, turned, 0, 0, 0]
  const head = order === 'MM' ? 'MM\0*\0\0\0\b\0\x01' : 'II*\0\b\0\0\0\x01\0'
  return segment(
    0xe1,
    Buffer.concat([latin1(`Exif\0\0${head}`), Buffer.from(entry), Buffer.alloc(4), latin1(SECRET)]),
  )
}

const riff = (type: string, content: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([latin1(type), size, content, Buffer.alloc(content.length % 2)])
}
const webp = (...chunks: Buffer[]) => riff('RIFF', Buffer.concat([latin1('WEBP'), ...chunks]))
const vp8x = (flags: number) => riff('VP8X', Buffer.from([flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]))

describe('a PNG', () => {
  it('stays as it is if it says nothing', () => {
    expect(withoutMetadata(plainPng)).toEqual(plainPng)
  })
  it.each(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'])('loses %s and what follows its end', (type) => {
    const head = PNG_HEAD.length + 25
    const told = Buffer.concat([
      plainPng.subarray(0, head),
      chunk(type, latin1(SECRET)),
      plainPng.subarray(head),
      latin1(SECRET),
    ])
    expect(withoutMetadata(told)).toEqual(plainPng)
  })
  it('is refused if it breaks off', () => {
    expect(withoutMetadata(plainPng.subarray(0, -4))).toBeNull()
    expect(withoutMetadata(Buffer.concat([PNG_HEAD, Buffer.alloc(12, 0xff)]))).toBeNull()
  })
})

describe('a JPEG', () => {
  it('stays as it is if it says nothing', () => {
    expect(withoutMetadata(plainJpeg)).toEqual(plainJpeg)
  })
  it.each([
    ['Exif', exif(1)],
    ['XMP', segment(0xe1, latin1(`http://ns.adobe.com/xap/1.0/\0${SECRET}`))],
    ['IPTC', segment(0xed, latin1(SECRET))],
    ['a comment', segment(0xfe, latin1(SECRET))],
    ['a preview', segment(0xe0, latin1(`JFXX\0${SECRET}`))],
    ['another index of pictures', segment(0xe2, latin1(`MPF\0${SECRET}`))],
  ])('loses %s', (_, told) => {
    expect(withoutMetadata(Buffer.concat([START, JFIF, told, TABLE, SCAN, END, latin1(SECRET)]))).toEqual(
      plainJpeg,
    )
  })
  it.each(['MM', 'II'] as const)('keeps how it is turned (%s), and nothing else of its Exif', (order) => {
    const made = withoutMetadata(Buffer.concat([START, exif(6, order), TABLE, SCAN, END])) ?? new Uint8Array()
    expect(Buffer.from(made).includes('Exif')).toBe(true)
    expect(Buffer.from(made).includes(SECRET)).toBe(false)
    // What was made says the same once more.
    expect(withoutMetadata(made)).toEqual(made)
  })
  it('keeps its colour profile', () => {
    const colours = Buffer.concat([START, segment(0xe2, latin1('ICC_PROFILE\0x')), TABLE, SCAN, END])
    expect(withoutMetadata(colours)).toEqual(colours)
  })
  it.each([
    plainJpeg.subarray(0, -2),
    Buffer.concat([START, Buffer.from([0xff, 0xe1, 0, 0, 1])]),
    Buffer.concat([START, latin1('nonsense')]),
  ])('is refused if it is damaged (%#)', (broken) => {
    expect(withoutMetadata(broken)).toBeNull()
  })
})

describe('a WebP', () => {
  it('loses Exif and XMP, and no longer says it has them', () => {
    const drawn = riff('VP8L', latin1('drawn'))
    const told = webp(vp8x(0x2c), drawn, riff('EXIF', latin1(SECRET)), riff('XMP ', latin1(SECRET)))
    expect(withoutMetadata(told)).toEqual(webp(vp8x(0x20), drawn))
  })
  it('is refused if it breaks off', () => {
    expect(withoutMetadata(webp(riff('VP8L', latin1('drawn'))).subarray(0, -2))).toBeNull()
    expect(withoutMetadata(webp())).toBeNull()
  })
})

it('takes nothing else for a picture', () => {
  expect(withoutMetadata(latin1('GIF89a'))).toBeNull()
  expect(withoutMetadata(latin1('<svg/>'))).toBeNull()
})
