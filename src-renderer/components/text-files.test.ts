import { describe, expect, it } from 'vitest'
import { readTextFile } from './text-files.ts'

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
