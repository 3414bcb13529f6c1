import { describe, expect, it } from 'vitest'
import { canInstall, failedReview, installKind, problemsOf } from './review-state.ts'
import { permissionReview } from './sample.ts'

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

describe('the review sheet', () => {
  it('refuses a rejected package with every problem', () => {
    const state = failedReview({
      code: 'package_rejected',
      ...words,
      details: { problems: [problem, problem] },
    })
    expect(state).toMatchObject({ kind: 'refused', problems: [problem, problem] })
    expect(canInstall(state, true)).toBe(false)
  })

  it('offers to try again when the failure says nothing about the package', () => {
    const state = failedReview({ code: 'internal', ...words })
    expect(state.kind).toBe('failed')
    expect(canInstall(state, true)).toBe(false)
  })

  it('installs with warnings only after they were accepted', () => {
    const warned = {
      kind: 'review' as const,
      review: permissionReview('note', { warnings: [{ ...problem, severity: 'warning' as const }] }),
    }
    expect(canInstall(warned, false)).toBe(false)
    expect(canInstall(warned, true)).toBe(true)
    expect(canInstall({ kind: 'review', review: permissionReview('note') }, false)).toBe(true)
    expect(canInstall({ kind: 'loading' }, true)).toBe(false)
  })

  it('says whether it installs, replaces or repeats', () => {
    expect(installKind(permissionReview('note'))).toBe('install')
    expect(installKind(permissionReview('note', { installedVersion: '1.0.0' }))).toBe('again')
    expect(installKind(permissionReview('note', { installedVersion: '0.9.0' }))).toBe('replace')
  })

  it('survives details of any shape', () => {
    for (const details of [undefined, null, 3, {}, { problems: 'x' }, { problems: [null, 3, {}] }])
      expect(problemsOf(details)).toEqual([])
  })
})
