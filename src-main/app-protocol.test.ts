import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { createAppProtocol, resolveAppPath } from './app-protocol.ts'

describe('which file an address stands for', () => {
  it.each([
    ['satchel://app/', '/root/index.html'],
    ['satchel://app/index.html', '/root/index.html'],
    ['satchel://app/assets/main-1a2b.js', '/root/assets/main-1a2b.js'],
    ['satchel://app/assets/a%20b.css', '/root/assets/a b.css'],
    ['satchel://app/state/notes', '/root/index.html'],
    ['satchel://app/chat?x=1#y', '/root/index.html'],
    ['satchel://app/a/../index.html', '/root/index.html'],
  ])('%s is %s', (address, path) => {
    expect(resolveAppPath('/root', address)).toBe(path)
  })

  it.each([
    'satchel://app/..%2fpackage.json',
    'satchel://app/%2e%2e%2f%2e%2e%2fetc/passwd.txt',
    'satchel://app/a/..%2f..%2f..%2fsecret.js',
    'satchel://app/..%5c..%5csecret.js',
    'satchel://app/c:%5csecret.js',
    'satchel://app/.env',
    'satchel://app/.git/config.json',
    'satchel://app/a%00.js',
    'satchel://app/%zz.js',
    'satchel://other/index.html',
    'satchel://app:80/index.html',
    'satchel://user@app/index.html',
    'satchel:///index.html',
    'https://app/index.html',
    'file:///root/index.html',
    'nonsense',
  ])('%s is refused', (address) => {
    expect(resolveAppPath('/root', address)).toBeUndefined()
  })

  it('never leads outside the root', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '%2e%2e', '..%2f', '%5c..', '.', '', 'a', 'b.js', '%00'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = resolveAppPath('/root', `satchel://app/${parts.join('/')}`)
        expect(path === undefined || (path.startsWith('/root/') && !path.split('/').includes('..'))).toBe(
          true,
        )
      }),
    )
  })
})

describe('what is answered', () => {
  let root: string
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'satchel-protocol-'))
    mkdirSync(join(root, 'dir.js'))
    writeFileSync(join(root, 'index.html'), '<!doctype html>')
    writeFileSync(join(root, 'main.js'), 'export {}')
    writeFileSync(join(root, 'preview.html'), '<!doctype html>')
    writeFileSync(join(root, 'tool.exe'), 'MZ')
  })
  afterAll(() => {
    rmSync(root, { recursive: true })
  })
  const get = (path: string, method = 'GET') =>
    createAppProtocol({ root }).handle({ url: `satchel://app/${path}`, method })

  it('serves a script with its type, the policy and no sniffing', async () => {
    const answer = await get('main.js')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('export {}')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('lets the preview page alone be framed, without a network or an origin', async () => {
    const { headers } = await get('preview.html')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts; default-src 'none';/)
    expect(headers.get('content-security-policy')).not.toMatch(/https?:|connect-src|allow-same-origin/)
    for (const path of ['', 'index.html', 'main.js'])
      expect((await get(path)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it.each([
    ['missing.js', 'GET', 404],
    ['dir.js', 'GET', 404],
    ['tool.exe', 'GET', 404],
    ['..%2fmain.js', 'GET', 403],
    ['index.html', 'POST', 405],
    ['index.html', 'HEAD', 200],
  ])('%s by %s is answered with %i, under the policy too', async (path, method, status) => {
    const answer = await get(path, method)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-security-policy')).not.toBeNull()
  })
})
