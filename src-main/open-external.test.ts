import { describe, expect, it } from 'vitest'
import { createOpenExternal } from './open-external.ts'

const attempt = async (address: string) => {
  const opened: string[] = []
  const open = (url: string) => {
    opened.push(url)
    return Promise.resolve()
  }
  return { accepted: await createOpenExternal({ open })(address), opened }
}

describe('what may be opened outside the app', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com/Path?q=1#f', 'https://example.com/Path?q=1#f'],
    ['http://example.com:8080/a', 'http://example.com:8080/a'],
    ['https://exämple.com/', 'https://xn--exmple-cua.com/'],
    ['mailto:a@example.com?subject=x', 'mailto:a@example.com?subject=x'],
  ])('%s opens as %s', async (address, url) => {
    expect(await attempt(address)).toEqual({ accepted: true, opened: [url] })
  })

  it.each([
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'FiLe:/etc/passwd',
    ' file:///etc/passwd',
    '\tfile:///etc/passwd',
    ' https://example.com',
    'https://example.com\n',
    'ht\ntps://example.com',
    'smb://server/share',
    '\\\\server\\share',
    '//server/share',
    'https:\\\\example.com',
    'calculator:',
    'ms-msdt:/id',
    'search-ms:query=x',
    'vscode://file/x',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\0script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/x',
    'about:blank',
    'view-source:https://example.com',
    'satchel://app/',
    'ftp://example.com/',
    'ws://example.com/',
    'https:example.com',
    'https://user@example.com/',
    'https://example.com:secret@evil.example/',
    'https://',
    'mailto:',
    'mailto:a@example.com?subject=x%0d%0aBcc:b@example.com',
    '',
    'example.com',
  ])('%j does not', async (address) => {
    expect(await attempt(address)).toEqual({ accepted: false, opened: [] })
  })
})
