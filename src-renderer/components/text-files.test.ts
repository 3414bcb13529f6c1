import { describe, expect, it } from 'vitest'
import { ALL_KEPT_CHARACTERS, KEPT_CHARACTERS, readTextFile, withRoom } from './text-files.ts'

const file = (content: BlobPart, name = 'a.csv', type = 'text/csv') => new File([content], name, { type })

describe('files of text', () => {
  it('are read whatever they are called', async () => {
    expect(await readTextFile(file('a,b\n1,2', 'sums'))).toEqual({
      server: null,
      resource: 'sums',
      name: 'sums',
      mediaType: 'text/csv',
      text: 'a,b\n1,2',
    })
    expect((await readTextFile(file(new Uint8Array([0xff, 0xfe, 0x61, 0]))))?.text).toBe('a')
    expect((await readTextFile(file('\u{feff}ä', 'x', '')))?.mediaType).toBeNull()
  })

  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff])],
    ['something with zeros', 'a\0b'],
    ['more than a megabyte', 'x'.repeat(1_000_001)],
  ])('are not %s', async (_, content) => {
    expect(await readTextFile(file(content))).toBeNull()
  })
})

describe('texts of a message', () => {
  const text = (length: number) => ({
    server: null,
    resource: 'a.txt',
    name: 'a.txt',
    mediaType: null,
    text: 'x'.repeat(length),
  })
  const some = (count: number, length: number) => Array.from({ length: count }, () => text(length))

  it('have room for a hundred short ones, and for ten whose beginnings are kept', () => {
    expect(withRoom([], some(120, 5))).toHaveLength(100)
    expect(withRoom(some(9, KEPT_CHARACTERS * 3), some(2, KEPT_CHARACTERS))).toHaveLength(10)
  })

  it('take a short one in where a long one has no room', () => {
    const full = some(9, KEPT_CHARACTERS).concat(text(ALL_KEPT_CHARACTERS / 10 - 10))
    expect(withRoom(full, [text(11), text(10)]).at(-1)?.text).toHaveLength(10)
  })
})
