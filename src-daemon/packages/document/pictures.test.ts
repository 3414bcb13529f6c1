import { expect, it } from 'vitest'
import { cidOf } from '../../platform/cid.ts'
import { verifyPackageFile } from '../index.ts'
import { packageText } from '../testing.ts'

const CID = cidOf(Buffer.from('a picture'))
const read = (pictures: unknown) =>
  verifyPackageFile(
    Buffer.from(
      packageText({
        meta: `  permissions:\n    require: ["state.create"]\n  screenshots: ${JSON.stringify(pictures)}\n`,
      }),
    ),
    'x.acp.yaml',
    { signature: 'ignored' },
  )

it('takes pictures by the CID of their bytes, with words', () => {
  const { package: acp, problems } = read([{ cid: CID, alt: 'A list of books.' }])
  expect(problems).toEqual([])
  expect(acp?.screenshots).toEqual([{ cid: CID, alt: 'A list of books.' }])
})

it.each([
  [[{ cid: CID }], 'missing_field'],
  [[{ cid: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', alt: 'x' }], 'invalid_value'],
  [[{ cid: 'https://a.example/x.png', alt: 'x' }], 'invalid_value'],
  [[{ cid: CID, alt: 'x', url: 'https://a.example' }], 'unknown_field'],
  [[{ cid: CID, alt: 'x'.repeat(301) }], 'invalid_value'],
  [Array.from({ length: 9 }, () => ({ cid: CID, alt: 'x' })), 'invalid_value'],
  [{ cid: CID }, 'wrong_type'],
])('refuses %j', (pictures, code) => {
  expect(read(pictures).problems[0]?.code).toBe(code)
})
