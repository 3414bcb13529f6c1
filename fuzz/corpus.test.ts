import { describe, expect, it, onTestFinished } from 'vitest'
import { effort } from '../src-daemon/testing/effort.ts'
import { corpusOf } from './engine/files.ts'
import { attempt } from './engine/oracle.ts'
import { loadTarget, targetNames } from './engine/target.ts'

/** Every input of the others is a moment's work. */
const MOST = effort(40, Infinity)

describe('the kept corpus', () => {
  it.each(targetNames)('breaks no promise of %s', async (name) => {
    const target = await loadTarget(name)
    onTestFinished(() => target.close?.())
    for (const input of (await corpusOf(name, target)).slice(0, MOST)) {
      const finding = await attempt(target, input)
      expect(finding?.told ?? 'nothing', Buffer.from(input).toString('latin1')).toBe('nothing')
    }
  })
})
