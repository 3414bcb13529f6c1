import { SandboxRuntimeConfigSchema } from '@anthropic-ai/sandbox-runtime'
import { afterAll, describe, expect, it } from 'vitest'
import { seatbeltConfig } from './seatbelt.ts'
import { grants, openSandboxed } from './testing/sandboxed.ts'

const { sandboxOf, remove } = openSandboxed()
afterAll(remove)

describe('the profile for macOS', () => {
  const plan = {
    program: ['/usr/bin/node', "it's"],
    programFiles: ['/usr/local/node'],
    paths: { read: ['/Users/ana/docs'], write: ['/Users/ana/out'] },
    places: { home: '/Users/ana', dataDir: '/Users/ana/Library/satchel' },
    gatePort: 8123,
    hosts: ['api.example.org:8443'],
  }

  it('is one the library accepts, denies the home and grants what was granted', () => {
    const config = SandboxRuntimeConfigSchema.parse(seatbeltConfig(plan))
    expect(config.filesystem.denyRead).toContain('/Users/ana')
    expect(config.filesystem.denyRead).toContain('/Users/ana/Library/satchel')
    expect(config.filesystem.allowWrite).toEqual(['/Users/ana/out'])
    expect(config.network).toMatchObject({ allowedDomains: ['api.example.org'], httpProxyPort: 8123 })
    expect(seatbeltConfig({ ...plan, gatePort: null, hosts: [] }).network).toEqual({
      allowedDomains: [],
      deniedDomains: [],
      strictAllowlist: true,
    })
  })

  it('is what a program is started with, each argument one word, under the watchdog', async () => {
    const wrapped: string[] = []
    const mac = sandboxOf({
      platform: 'darwin',
      loadSeatbelt: () =>
        Promise.resolve({
          SandboxManager: {
            initialize: () => Promise.resolve(),
            checkDependencies: () => ({ errors: [] }),
            wrapWithSandboxArgv: (command) => {
              wrapped.push(command)
              return Promise.resolve({ argv: ['sandbox-exec', '-p', '…', '/bin/sh', '-c', command], env: {} })
            },
          },
        }),
    })
    expect(await mac.status()).toEqual({
      kind: 'seatbelt',
      problem: null,
      limits: { memory: 'watched', processes: 1024 },
    })
    const prepared = await mac.prepare({
      command: process.execPath,
      args: ["it's", '$(touch /tmp/x)'],
      env: {},
      cwd: null,
      grants: grants(),
    })
    expect(wrapped).toEqual([
      `eval "$(/bin/cat <&3)" && exec '${process.execPath}' 'it'\\''s' '$(touch /tmp/x)' 3<&-`,
    ])
    expect(prepared).toMatchObject({
      command: 'sandbox-exec',
      confinement: 'seatbelt',
      diesWithParent: false,
    })
  })
})
