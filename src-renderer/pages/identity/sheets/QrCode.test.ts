import { mount } from '@vue/test-utils'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import QrCode from './QrCode.vue'

const DID = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'

describe('a QR code', () => {
  it('draws every dark module of the text and nothing in the quiet zone', () => {
    const svg = mount(QrCode, { props: { text: DID, alt: 'as a QR code' } }).get('svg')
    const drawn = [...(svg.get('path').attributes('d') ?? '').matchAll(/M(\d+) (\d+)h/g)]
    const plain = encode(DID, { border: 0, ecc: 'M' })
    expect(drawn).toHaveLength(plain.data.flat().filter(Boolean).length)
    const [size] = (svg.attributes('viewBox') ?? '').split(' ').slice(2).map(Number)
    expect(size).toBe(plain.size + 8)
    const ends = drawn.flatMap(([, x, y]) => [Number(x), Number(y)])
    expect([Math.min(...ends), Math.max(...ends)]).toEqual([4, plain.size + 3])
  })

  it('is named for who cannot see it', () => {
    const svg = mount(QrCode, { props: { text: DID, alt: 'as a QR code' } }).get('svg')
    expect([svg.attributes('role'), svg.attributes('aria-label')]).toEqual(['img', 'as a QR code'])
  })
})
