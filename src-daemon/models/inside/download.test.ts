import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkGuard } from '../../network/index.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { serveFile, type FileServer } from '../../testing/file-server.ts'
import { download, policyFor, type Download } from './download.ts'

const SIZE = 3_000_000

describe('a download', () => {
  const guard = createNetworkGuard()
  const content = randomBytes(SIZE)
  let folder: string
  let server: FileServer
  let to: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-download-'))
    writeFileSync(join(folder, 'source'), content)
    server = await serveFile(join(folder, 'source'))
    to = join(folder, 'model.gguf')
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (more: Partial<Download> = {}): Promise<void> =>
    download(guard, {
      ...{ url: server.url, policy: policyFor(server.url), to, maxBytes: 10_000_000 },
      hash: { algorithm: 'sha256', hex: sha256Hex(content) },
      signal: new AbortController().signal,
      progress: () => undefined,
      ...more,
    })

  it('is the whole file, and tells how far it is', async () => {
    const told: (number | null)[] = []
    await get({ progress: (completed, total) => told.push(completed, total) })
    expect(readFileSync(to).equals(content)).toBe(true)
    expect(told.slice(0, 2)).toEqual([0, SIZE])
    expect(told.slice(-2)).toEqual([SIZE, SIZE])
    expect(existsSync(`${to}.part`)).toBe(false)
  })

  it('goes on where it was broken off or stopped', async () => {
    server.breakAfter = 1_500_000
    await expect(get()).rejects.toMatchObject({ code: 'network_interrupted' })
    server.breakAfter = null
    const stopper = new AbortController()
    await expect(
      get({
        signal: stopper.signal,
        progress: (completed) => {
          if (completed > 2_000_000) stopper.abort(new Error('stopped'))
        },
      }),
    ).rejects.toThrow('stopped')
    await get()
    expect(readFileSync(to).equals(content)).toBe(true)
    expect(server.begun).toHaveLength(3)
    expect(server.begun[1]).toBeGreaterThan(100_000)
    expect(server.begun[2]).toBeGreaterThan(2_000_000)
  })

  it('begins again where only the server knows what it sends, and says it is another file', async () => {
    server.breakAfter = 1_500_000
    await expect(get({ hash: null })).rejects.toMatchObject({ code: 'network_interrupted' })
    server.breakAfter = null
    server.version = '"2"'
    const other = randomBytes(SIZE)
    writeFileSync(server.file, other)
    await get({ hash: null })
    expect(readFileSync(to).equals(other)).toBe(true)
    expect(server.begun.at(-1)).toBe(0)
  })

  it('keeps nothing of a file with another hash', async () => {
    await expect(get({ hash: { algorithm: 'sha512', hex: '00' } })).rejects.toMatchObject({
      code: 'model_hash_differs',
    })
    expect(existsSync(to) || existsSync(`${to}.part`)).toBe(false)
  })

  it('refuses a file that is larger than allowed, and a server that refuses', async () => {
    await expect(get({ maxBytes: 1000 })).rejects.toMatchObject({ code: 'model_download_too_large' })
    server.file = join(folder, 'nothing')
    await expect(get()).rejects.toMatchObject({ code: 'model_download_refused' })
  })

  it('fetches from this computer, or over https from public addresses, wherever these redirect', async () => {
    expect(policyFor('http://127.0.0.1:8000/x')).toMatchObject({ kind: 'user_endpoint' })
    expect(policyFor('https://example.org/x')).toMatchObject({ kind: 'public_file' })
    for (const url of [
      'http://example.org/x.gguf',
      'https://192.168.0.1/x.gguf',
      'https://169.254.169.254/x',
    ])
      await expect(get({ url, policy: policyFor(url) })).rejects.toMatchObject({ code: 'network_refused' })
  })
})
