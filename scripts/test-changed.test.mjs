import { describe, expect, it } from 'vitest'
import { partsForChanges, specsThatNeed, unitTestsFor } from './test-changed.mjs'

const names = (...files) => partsForChanges(files).map((part) => part.name)

describe('what is run for changed files', () => {
  it('is nothing for no change, and the format alone for words', () => {
    expect(names()).toEqual([])
    expect(names('README.md')).toEqual(['format'])
  })

  it('is everything that a file of the product can break', () => {
    expect(names('src-daemon/contract/errors.ts')).toEqual([
      ...['build', 'lint', 'eslint', 'types', 'types-e2e', 'types-renderer', 'format'],
      ...['layers', 'deadcode', 'e2e-smoke', 'unit'],
    ])
  })

  it('checks the types of components for what they are made of, and what they know of the daemon', () => {
    const isChecked = (file) => names(file).includes('types-renderer')
    expect(
      ['src-renderer/App.vue', 'src-daemon/api/index.ts', 'src-daemon/text/keys.ts'].every(isChecked),
    ).toBe(true)
    expect(isChecked('src-daemon/state/merge/replay.ts')).toBe(false)
  })

  it('gives a component to the linter that reads components, and only to it', () => {
    const parts = names('src-renderer/App.vue')
    expect(parts).toContain('eslint')
    expect(parts).not.toContain('lint')
  })

  it('leaves the walk through the app out where only a test was changed', () => {
    const parts = names('src-daemon/platform/errors.test.ts')
    expect(parts).toContain('unit')
    expect(parts).not.toContain('e2e-smoke')
  })

  it('runs the end-to-end tests that were changed, and those whose support was', () => {
    expect(specsThatNeed(['e2e/models.spec.ts', 'src-main/index.ts'])).toEqual(['e2e/models.spec.ts'])
    const needing = specsThatNeed(['e2e/support/dev-registry.ts'])
    expect(needing).toContain('e2e/marketplace.spec.ts')
    expect(needing).not.toContain('e2e/models.spec.ts')
  })

  it('runs every unit test of what few import, and tests that only take its types not at all', () => {
    const { run, left } = unitTestsFor(['src-daemon/lifecycle/lock.ts'])
    expect(run).toContain('src-daemon/lifecycle/lock.test.ts')
    expect(left).toBe(0)
    expect(unitTestsFor(['src-daemon/models/types.ts']).run).toEqual([])
  })

  it('runs the nearest unit tests of what everything imports, and says how many it leaves', () => {
    const { run, left } = unitTestsFor(['src-daemon/platform/errors.ts'])
    expect(run).toContain('src-daemon/platform/errors.test.ts')
    expect(left).toBeGreaterThan(100)
    const part = partsForChanges(['src-daemon/platform/errors.ts']).find(({ name }) => name === 'unit')
    expect(part.note).toContain(`nearest ${run.length} of ${run.length + left} test files`)
  })

  it('names a removed file to no check that would read it', () => {
    const parts = partsForChanges(['src-daemon/gone.ts', 'README.md'])
    expect(parts.find((part) => part.name === 'format').args).not.toContain('src-daemon/gone.ts')
    expect(parts.map((part) => part.name)).not.toContain('lint')
  })
})
