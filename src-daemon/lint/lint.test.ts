import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cpuTime } from '../testing/cpu-time.ts'
import { lintText } from './rules.ts'
import { POISONED } from './testdata/poisoned.ts'

const honest = z
  .record(z.string(), z.record(z.string(), z.string()))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'testdata', 'honest-descriptions.json'), 'utf8')))
const codesOf = (text: string): readonly string[] => lintText(text).map(({ code }) => code)

describe('the linter', () => {
  it.each(POISONED)('meets a poisoned text (%s, %s): %s', (_language, code, text) => {
    expect(codesOf(text)).toContain(code)
  })

  it('meets each of them amid an honest description, in any case', () => {
    const around = 'Lists the notes of a folder, the newest first.'
    for (const [, code, text] of POISONED)
      expect(codesOf(`${around}\n${text}\n${around}`), text).toContain(code)
    for (const [language, code, text] of POISONED)
      if (language === 'en' && code !== 'lint_encoded' && code !== 'lint_base64' && code !== 'lint_directive')
        expect(codesOf(text.toUpperCase()), text).toContain(code)
  })

  it('raises false alarms on at most one of a hundred honest descriptions', () => {
    const tools = Object.entries(honest).flatMap(([server, described]) =>
      Object.entries(described).map(([tool, description]) => ({ server, tool, description })),
    )
    const alarms = tools.flatMap(({ server, tool, description }) =>
      lintText(`${tool}\n${description}`).map(({ code, found }) => `${server} ${tool}: ${code} ${found}`),
    )
    const share = (100 * new Set(alarms.map((alarm) => alarm.split(':')[0])).size) / tools.length
    process.stdout.write(
      `lint: ${String(tools.length)} honest descriptions, ${share.toFixed(2)} % false alarms; ${String(POISONED.length)} poisoned texts\n`,
    )
    expect(tools.length).toBeGreaterThanOrEqual(500)
    expect(share, alarms.join('\n')).toBeLessThanOrEqual(1)
  })

  it('takes time in proportion to the text', () => {
    const hard = [
      'ignore '.repeat(20_000),
      'i '.repeat(60_000),
      'не '.repeat(40_000),
      'a1'.repeat(60_000),
      '<'.repeat(100_000),
    ]
    for (const text of hard) {
      const start = cpuTime()
      lintText(text)
      expect(cpuTime() - start, text.slice(0, 10)).toBeLessThan(20_000)
    }
  })

  it('reads anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(lintText(text).every(({ found }) => found !== '')).toBe(true)
      }),
    )
  })
})
