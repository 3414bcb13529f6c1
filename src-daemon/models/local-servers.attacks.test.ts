import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { createNetworkGuard } from '../network/index.ts'
import { findLocalServers } from './local-servers.ts'
import { openOllama, openOllamaChat } from './ollama/client.ts'

const canBeAnother = process.platform === 'linux' && process.getuid?.() === 0

it.runIf(canBeAnother)(
  'a server of another person gets nothing of what is said',
  { timeout: 20_000 },
  async () => {
    const script = `const s = require('http').createServer((q, r) => { console.log('asked'); r.end('{"models":[],"data":[{"id":"m"}]}') })
    s.listen(0, '127.0.0.1', () => console.log(s.address().port))`
    const other = spawn(process.execPath, ['-e', script], { uid: 4321, cwd: '/', env: {} })
    onTestFinished(() => {
      other.kill()
    })
    let said = ''
    other.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(() => said, { timeout: 10_000 }).toMatch(/^\d+\n$/)
    const port = said.trim()
    const url = `http://127.0.0.1:${port}`
    const guard = createNetworkGuard()
    onTestFinished(() => guard.close())
    const refused = expect.objectContaining({ code: 'model_server_of_another' }) as unknown
    await expect(openOllamaChat({ guard, url }, { model: 'm', messages: [] })).rejects.toEqual(refused)
    await expect(openOllama({ guard, url }).then((client) => client.list())).rejects.toEqual(refused)
    const presets = [
      {
        id: 'x',
        name: 'X',
        baseUrl: `${url}/v1`,
        protocol: 'openai' as const,
        keyUrl: null,
        local: true,
        needsKey: false,
      },
    ]
    const settings = { get: () => ({ modelEndpoints: [] }) }
    expect(await findLocalServers({ guard, settings, presets })).toEqual([])
    expect(said).toBe(`${port}\n`)
  },
)
