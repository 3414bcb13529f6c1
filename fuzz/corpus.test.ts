import { describe, expect, it, onTestFinished } from 'vitest'
import { effort } from '../src-daemon/testing/effort.ts'
import { corpusOf } from './engine/files.ts'
import { attempt } from './engine/oracle.ts'
import { loadTarget, targetNames } from './engine/target.ts'

/** One of so many inputs. */
const EVERY = effort(8, 1)

describe('the kept corpus', () => {
  it.each(targetNames)('breaks no promise of %s', async (name) => {
    const target = await loadTarget(name)
    onTestFinished(() => target.close?.())
    for (const [n, input] of (await corpusOf(name, target)).entries()) {
      if (n % EVERY !== 0) continue
      const finding = await attempt(target, input)
      expect(finding?.told ?? 'nothing', Buffer.from(input).toString('latin1')).toBe('nothing')
    }
  })
})
