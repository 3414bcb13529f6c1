import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { verifyPackageFile } from '../index.ts'
import { draftCodes, packageText } from '../testing.ts'

describe('the YAML of a file', () => {
  it.each([
    [
      'an alias',
      packageText({
        head: 'metadata:\n  id: did:nuwa:cap:diary@1.0.0\n  name: &n Diary\n  description: *n\n',
      }),
      'alias',
    ],
    ['a merge key', packageText({ bindings: 'extra:\n  <<: {a: 1}\n' }), 'merge_key'],
    ['a custom tag', packageText({ bindings: 'extra: !secret x\n' }), 'tag'],
    ['a core tag', packageText({ bindings: 'extra: !!str 1\n' }), 'tag'],
    ['a repeated key', packageText({ bindings: 'prompt: again\n' }), 'duplicate_key'],
    ['a repeated key in other quotes', packageText({ bindings: '"prompt": again\n' }), 'duplicate_key'],
    ['a directive', `%YAML 1.1\n---\n${packageText()}`, 'directive'],
    ['a second document', `${packageText()}---\na: 1\n`, 'multiple_documents'],
    ['a key that is no text', packageText({ bindings: '? [a]\n: 1\n' }), 'wrong_type'],
    ['an open bracket', packageText({ bindings: 'extra: [1\n' }), 'yaml_syntax'],
    ['a number without end', packageText({ bindings: 'extra: .inf\n' }), 'invalid_value'],
  ])('refuses %s', (_what, text, code) => {
    expect(draftCodes(text)).toContain(code)
  })

  it('quickly refuses endless nesting', () => {
    const began = cpuTime()
    for (const bomb of [
      '['.repeat(500_000),
      '{a: '.repeat(200_000),
      '- '.repeat(400_000),
      '? '.repeat(400_000),
    ]) {
      expect(draftCodes(packageText({ bindings: `extra:\n  ${bomb}\n` }))).toContain('too_deep')
    }
    const laughs = [
      'a0: &a0 [lol]',
      ...Array.from(
        { length: 9 },
        (_, n) => `a${String(n + 1)}: &a${String(n + 1)} [*a${String(n)}, *a${String(n)}]`,
      ),
    ]
    expect(draftCodes(`${laughs.join('\n')}\n${packageText()}`)).toContain('alias')
    expect(
      draftCodes(
        packageText({ bindings: Array.from({ length: 20_000 }, (_, n) => `k${String(n)}: 1\n`).join('') }),
      ),
    ).toContain('unknown_field')
    expect(cpuTime() - began).toBeLessThan(8000)
  })

  it('allows 64 levels and not 65', () => {
    const nested = (levels: number): string => `x_extra: ${'['.repeat(levels)}${']'.repeat(levels)}\n`
    expect(draftCodes(packageText({ bindings: nested(63) }))).toEqual(['unknown_field'])
    expect(draftCodes(packageText({ bindings: nested(65) }))).toContain('too_deep')
  })

  it('reports where it is nested too deeply: the first bracket or indicator beyond the limit', () => {
    for (const one of ['[', '- ', '? ']) {
      const text = packageText({ bindings: `x_extra:\n  ${one.repeat(70)}\n` })
      const { problems } = verifyPackageFile(Buffer.from(text), 'deep.acp.yaml', { signature: 'ignored' })
      const line = text.split('\n').findIndex((each) => each.includes(one.repeat(70).trim())) + 1
      expect(problems).toMatchObject([{ code: 'too_deep', line, column: 3 + 64 * one.length }])
    }
  })

  it('keeps a key called __proto__ a key', () => {
    expect(draftCodes(packageText({ bindings: '__proto__:\n  prompt: x\n' }))).toEqual(['unknown_field'])
    expect(draftCodes(packageText({ bindings: '__proto__: 1\n__proto__: 2\n' }))).toContain('duplicate_key')
  })

  it.each([
    ['version: "1.0"\nname: other agent\nsteps: []\n'],
    ['apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n'],
    ['- a\n- b\n'],
  ])('calls a file of another project foreign, and says nothing else about it', (text) => {
    expect(draftCodes(text)).toEqual(['foreign_format'])
  })
})
