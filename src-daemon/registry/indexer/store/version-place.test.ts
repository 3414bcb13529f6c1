import fc from 'fast-check'
import semver from 'semver'
import { expect, it } from 'vitest'
import { placeOf } from './version-place.ts'

const number = fc.oneof(fc.nat(20), fc.maxSafeNat())
const build = fc.array(fc.stringMatching(/^[0-9A-Za-z-]{1,12}$/), { maxLength: 3 })
const version = fc
  .tuple(number, number, number, build)
  .map(([major, minor, patch, parts]) =>
    [[major, minor, patch].join('.'), ...(parts.length === 0 ? [] : [parts.join('.')])].join('+'),
  )

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

it('orders versions byte by byte as the order of versions says', () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(byBytes(placeOf(a) ?? '', placeOf(b) ?? ''))).toBe(semver.compareBuild(a, b))
    }),
  )
  for (const [lower, higher] of [
    ['1.9.0', '1.10.0'],
    ['1.0.0', '1.0.0+a'],
    ['1.0.0+2', '1.0.0+10'],
    ['1.0.0+10', '1.0.0+a'],
    ['1.0.0+a', '1.0.0+a.1'],
    ['1.0.0+z', '1.0.1'],
  ] as const)
    expect(byBytes(placeOf(lower) ?? '', placeOf(higher) ?? '')).toBe(-1)
})

it('has no place for a pre-release or for text that is not a version', () => {
  expect(placeOf('2.0.0-beta.1')).toBeNull()
  expect(placeOf('latest')).toBeNull()
})
