import { describe, expect, it } from 'vitest'
import {
  canInstall,
  consentsOf,
  failedReview,
  installKind,
  isForeign,
  NO_AGREEMENT,
  openConsents,
  problemsOf,
} from './review-state.ts'
import { packageDifference, permissionReview } from '../../testing/packages.ts'

const problem = {
  code: 'bad_signature',
  severity: 'error' as const,
  file: 'note.acp.yaml',
  line: 3,
  column: 5,
  path: 'metadata.signature',
  message: 'The signature does not fit the file.',
  found: null,
  expected: null,
}
const words = { message: 'Refused.', action: 'Ask the author.' }
const ALL = {
  blocked: true,
  source: true,
  lookAlike: true,
  handover: true,
  authorKey: true,
  widens: true,
  downgrade: true,
  warnings: true,
}

const shown = (change: Parameters<typeof permissionReview>[1]) => ({
  kind: 'review' as const,
  review: permissionReview('note', change),
  source: { kind: 'catalogue' as const, id: 'note' },
  market: null,
})
const author = { ...permissionReview('note').author, trust: 'key_changed' as const }

describe('a refusal', () => {
  it('of a rejected package comes with every problem', () => {
    const state = failedReview({
      code: 'package_rejected',
      ...words,
      details: { problems: [problem, problem] },
    })
    expect(state).toMatchObject({ kind: 'refused', problems: [problem, problem] })
    expect(canInstall(state, ALL)).toBe(false)
  })

  it.each(['version_exists', 'registry_index_differs', 'cid_sha256_differ', 'ipfs_wrong_bytes'])(
    'for %s cannot be tried again',
    (code) => {
      expect(failedReview({ code, ...words }).kind).toBe('refused')
    },
  )

  it('of another author names both', () => {
    const details = { known: 'did:key:zA', found: 'did:key:zB' }
    const state = failedReview({ code: 'author_changed', ...words, details })
    expect(state).toMatchObject({ kind: 'author', ...details })
    expect(canInstall(state, ALL)).toBe(false)
    expect(failedReview({ code: 'author_changed', ...words }).kind).toBe('refused')
  })

  it('is told apart from a failure that says nothing about the package', () => {
    const state = failedReview({ code: 'internal', ...words })
    expect(state.kind).toBe('failed')
    expect(canInstall(state, ALL)).toBe(false)
  })

  it('survives details of any shape', () => {
    for (const details of [undefined, null, 3, {}, { problems: 'x' }, { problems: [null, 3, {}] }])
      expect(problemsOf(details)).toEqual([])
  })

  it('of a foreign file is known by its code', () => {
    expect(isForeign([problem])).toBe(false)
    expect(isForeign([{ ...problem, code: 'foreign_format' }])).toBe(true)
  })
})

describe('what a review asks for', () => {
  it('is nothing more for a new package, and for an update that may do nothing more', () => {
    expect(canInstall(shown({}), NO_AGREEMENT)).toBe(true)
    expect(canInstall(shown({ difference: packageDifference() }), NO_AGREEMENT)).toBe(true)
    expect(canInstall({ kind: 'loading' }, ALL)).toBe(false)
  })

  it.each([
    ['blocked', { advisories: [{ list: 'Careful people', reason: 'It leaks.' }] }],
    ['handover', { handover: { from: 'did:key:zA', to: 'did:key:zB', registry: 'dev' } }],
    ['authorKey', { author }],
    ['widens', { difference: packageDifference({ widens: ['Delete'] }) }],
    ['downgrade', { difference: packageDifference({ direction: 'downgrade' }) }],
    ['warnings', { warnings: [{ ...problem, severity: 'warning' as const }] }],
  ] as const)('is a decision of its own for %s', (consent, change) => {
    const state = shown({
      ...change,
      warnings: 'warnings' in change ? [...change.warnings] : [],
      advisories: 'advisories' in change ? [...change.advisories] : [],
    })
    expect(consentsOf(state)).toEqual([consent])
    expect(canInstall(state, { ...ALL, [consent]: false })).toBe(false)
    expect(canInstall(state, { ...NO_AGREEMENT, [consent]: true })).toBe(true)
  })

  it('is a decision of its own for what speaks against where it came from', () => {
    const market = {
      candidate: 'c1',
      review: permissionReview('note'),
      verification: { steps: [], holds: true },
      provenance: {
        from: 'url' as const,
        source: null,
        place: 'https://one.example/note.acp.yaml',
        sha256: 'a'.repeat(64),
        cid: null,
        record: null,
        at: '2026-01-02T03:04:05.000Z',
      },
      cautions: [{ code: 'unlisted' as const, text: 'No source lists it.' }],
    }
    const state = { ...shown({}), market }
    expect(consentsOf(state)).toEqual(['source'])
    expect(canInstall(state, NO_AGREEMENT)).toBe(false)
    expect(canInstall(state, { ...NO_AGREEMENT, source: true })).toBe(true)
    expect(consentsOf({ ...state, market: { ...market, cautions: [] } })).toEqual([])
  })

  it('is all of it at once, and each stays open until it is decided', () => {
    const state = shown({ author, difference: packageDifference({ widens: ['x'], direction: 'downgrade' }) })
    expect(openConsents(state, NO_AGREEMENT)).toEqual(['authorKey', 'widens', 'downgrade'])
    expect(openConsents(state, { ...NO_AGREEMENT, widens: true })).toEqual(['authorKey', 'downgrade'])
  })

  it('says whether it installs, repeats, updates, goes back or replaces', () => {
    const kind = (change: Parameters<typeof permissionReview>[1]) =>
      installKind(permissionReview('note', change))
    expect(kind({})).toBe('install')
    expect(kind({ installedVersion: '1.0.0' })).toBe('again')
    for (const direction of ['update', 'downgrade', 'same_version'] as const)
      expect(kind({ installedVersion: '0.9.0', difference: packageDifference({ direction }) })).toBe(
        direction,
      )
  })
})
