import { describe, expect, it } from 'vitest'
import { misleadingLink } from './link-claims.ts'

const judge = (text: string, target: string) => misleadingLink(text, new URL(target))

describe('a link whose text', () => {
  it.each([
    ['https://bank.example', 'https://evil.example/', 'bank.example'],
    ['bank.example/login', 'https://evil.example/', 'bank.example'],
    ['Sign in at bank.example.', 'https://evil.example/', 'bank.example'],
    ['https://bank.example', 'https://bank.example.evil.example/', 'bank.example'],
    ['https://bank.example', 'https://login.bank.example/', 'bank.example'],
    ['https://bank.example@evil.example', 'https://evil.example/', 'bank.example@evil.example'],
    ['b\u00adank\u200b.exa\u202emple', 'https://evil.example/', 'bank.example'],
    ['ｂａｎｋ．example', 'https://evil.example/', 'bank.example'],
    ['bank。example', 'https://evil.example/', 'bank.example'],
    ['http://localhost:8080', 'https://evil.example/', 'localhost:8080'],
    ['me@bank.example', 'mailto:me@evil.example', 'bank.example'],
    ['bank.sh/login', 'https://evil.example/', 'bank.sh'],
  ])('%j names another host than %s', (text, target, named) => {
    expect(judge(text, target)).toEqual({ named, host: new URL(target).hostname || 'evil.example' })
  })

  it.each([
    ['https://bаnk.example', 'https://bаnk.example/'],
    ['gооgle.example', 'https://gооgle.example/'],
    ['раура.example', 'https://раура.example/'],
    ['bank.exampıe', 'https://bank.exampıe/'],
  ])('%j has letters that look like others', (text, target) => {
    expect(judge(text, target)?.host).toMatch(/xn--/)
  })

  it.each([
    ['the documentation', 'https://evil.example/'],
    ['https://bank.example/a', 'https://bank.example/b'],
    ['BANK.example', 'https://www.bank.example/'],
    ['www.bank.example', 'https://bank.example:8443/'],
    ['README.md', 'https://code.example/readme'],
    ['Node.js and src/main.ts', 'https://nodejs.example/'],
    ['version 1.2.3', 'https://code.example/'],
    ['me@bank.example', 'mailto:me@bank.example?subject=x'],
    ['https://exämple.test', 'https://xn--exmple-cua.test/'],
    ['例え.テスト', 'https://例え.テスト/'],
    ['почта.рф', 'https://почта.рф/'],
    ['', 'https://bank.example/'],
  ])('%j says nothing wrong about %s', (text, target) => {
    expect(judge(text, target)).toBeNull()
  })
})
