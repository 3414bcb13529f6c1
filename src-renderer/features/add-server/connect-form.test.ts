import { describe, expect, it } from 'vitest'
import type { ImportedServer } from '../../../src-daemon/contract/server-import.ts'
import {
  allowHosts,
  badSecret,
  badVariable,
  definitionOf,
  emptyForm,
  formOf,
  hostsWanted,
  isBadAddress,
  isBadDid,
  isBadMemory,
  isBadName,
  isComplete,
  openPlaceholder,
  secretsOf,
  type ConnectForm,
} from './connect-form.ts'

const form = (change: Partial<ConnectForm>): ConnectForm => ({ ...emptyForm('did:nuwa:mcp:x'), ...change })
const endpoint = (did: string) => Promise.resolve(`https://named.example/${did}`)

describe('connecting a server', () => {
  it('takes a program line by line, and nothing of it is split or read by a shell', async () => {
    const entered = form({
      command: 'node\n/srv/my server.js\n--name=$HOME; rm -rf /\n\n',
      read: '/srv\n',
      env: 'A=1=2',
    })
    expect(isComplete(entered)).toBe(true)
    expect(await definitionOf(entered, endpoint)).toEqual({
      kind: 'command',
      command: 'node',
      args: ['/srv/my server.js', '--name=$HOME; rm -rf /'],
      env: { A: '1=2' },
      cwd: null,
      grants: { read: ['/srv'], write: [], hosts: [], unsandboxed: false },
    })
  })

  it('says which of name, address and DID is invalid, and nothing about empty fields', () => {
    for (const uri of ['my-server', 'did:web:example.org', ' files ', ''])
      expect(isBadName(form({ uri }))).toBe(false)
    for (const uri of ['My Server', 'caf\u00e9', 'a\tb']) {
      expect(isBadName(form({ uri }))).toBe(true)
      expect(isComplete(form({ uri, command: 'node' }))).toBe(false)
    }
    for (const url of ['https://example.org/mcp', 'http://127.0.0.1:1', ''])
      expect(isBadAddress(form({ url }))).toBe(false)
    for (const url of ['example.org', 'ftp://example.org', 'https://']) {
      expect(isBadAddress(form({ url }))).toBe(true)
      expect(isComplete(form({ kind: 'url', url }))).toBe(false)
    }
    expect([isBadDid(form({ did: '' })), isBadDid(form({ did: 'web:x' }))]).toEqual([false, true])
    for (const kind of ['url', 'did', 'command'] as const) expect(isComplete(form({ kind }))).toBe(false)
  })

  it('grants nothing beside everything', async () => {
    const entered = form({ command: 'docker', read: '/srv', hosts: 'example.org', unsandboxed: true })
    expect(await definitionOf(entered, endpoint)).toMatchObject({
      grants: { read: [], write: [], hosts: [], unsandboxed: true },
    })
  })

  it('limits memory where a limit is entered, also without a sandbox', async () => {
    const entered = form({ command: 'node', memory: ' 512 ' })
    expect(await definitionOf(entered, endpoint)).toMatchObject({ grants: { memory: 512 } })
    expect(
      await definitionOf(form({ command: 'node', unsandboxed: true, memory: '64' }), endpoint),
    ).toMatchObject({ grants: { memory: 64, unsandboxed: true } })
    for (const memory of ['63', '65537', '1.5', '-64', '2 GiB'])
      expect([isBadMemory(form({ memory })), isComplete(form({ command: 'node', memory }))]).toEqual([
        true,
        false,
      ])
    expect(isBadMemory(form({ memory: '65536' }))).toBe(false)
  })

  it('takes an address, or the one a DID names', async () => {
    const url = form({ kind: 'url', url: ' https://mcp.example/ ' })
    expect(await definitionOf(url, endpoint)).toEqual({
      kind: 'url',
      url: 'https://mcp.example/',
      headers: {},
    })
    const did = form({ kind: 'did', did: 'did:web:a.example' })
    expect(await definitionOf(did, endpoint)).toEqual({
      kind: 'did',
      did: 'did:web:a.example',
      url: 'https://named.example/did:web:a.example',
    })
  })

  it('tells the daemon secrets apart from all else', async () => {
    const secrets = [
      { name: ' TOKEN ', value: ' tok ' },
      { name: '', value: '' },
    ]
    const entered = form({ command: 'node', env: 'A=1', cwd: ' /srv ', secrets })
    expect(secretsOf(entered)).toEqual([{ name: 'TOKEN', value: 'tok' }])
    expect(await definitionOf(entered, endpoint)).toMatchObject({ env: { A: '1' }, cwd: '/srv' })
    expect(JSON.stringify(await definitionOf(entered, endpoint))).not.toContain('tok')

    const url = form({
      kind: 'url',
      url: 'https://a.example',
      headers: 'X-Team: a:b',
      secrets: [{ name: 'Authorization', value: 'Bearer t' }],
    })
    expect(await definitionOf(url, endpoint)).toMatchObject({ headers: { 'X-Team': 'a:b' } })
    expect(isComplete(url)).toBe(true)
    for (const change of [{ headers: 'no header' }, { secrets: [{ name: 'two words', value: 'x' }] }])
      expect(isComplete({ ...url, ...change })).toBe(false)
    expect(badSecret({ ...entered, secrets: [{ name: 'TOKEN', value: '' }] })).toBe('TOKEN')
    expect(secretsOf(form({ kind: 'did', secrets }))).toEqual([])
  })

  it('starts from another app’s settings, and waits for those that app would have asked for', async () => {
    const server: ImportedServer = {
      name: 'My notes',
      uri: 'My-notes',
      problem: null,
      definition: {
        kind: 'command',
        command: 'node',
        args: ['/srv/my server.js'],
        env: { A: '1' },
        cwd: null,
        grants: { read: ['/srv'], write: [], hosts: [], unsandboxed: false },
      },
      secrets: [
        { name: 'KEY', value: 'k', hint: '' },
        { name: 'TOKEN', value: null, hint: '${input:token}' },
      ],
      notes: [],
    }
    const filled = formOf(server)
    expect(filled).toMatchObject({
      uri: 'My-notes',
      command: 'node\n/srv/my server.js',
      env: 'A=1',
      read: '/srv',
    })
    expect([isComplete(filled), badSecret(filled)]).toEqual([false, 'TOKEN'])
    const given = { ...filled, secrets: filled.secrets.map((one) => ({ ...one, value: one.value || 't' })) }
    expect(isComplete(given)).toBe(true)
    expect(await definitionOf(given, endpoint)).toEqual(server.definition)
    const remote = formOf({
      ...server,
      definition: { kind: 'url', url: 'https://a.example/mcp', headers: { 'X-Team': 'a' } },
      secrets: [],
    })
    expect(remote).toMatchObject({ kind: 'url', url: 'https://a.example/mcp', headers: 'X-Team: a' })
  })

  it('waits until everything only another app fills in is replaced, and shows how that app writes a secret', () => {
    const filled = formOf({
      name: 'x',
      uri: 'x',
      problem: null,
      definition: {
        kind: 'command',
        command: 'node',
        args: ['${workspaceFolder}/x.js'],
        env: {},
        cwd: '${cwd}',
        grants: { read: [], write: [], hosts: [], unsandboxed: false },
      },
      secrets: [{ name: 'TOKEN', value: null, hint: 'Bearer ${input:token}' }],
      notes: [],
      placeholders: ['${workspaceFolder}', '${cwd}'],
    })
    expect(filled.secrets).toEqual([{ name: 'TOKEN', value: '', hint: 'Bearer ${input:token}' }])
    const secrets = [{ name: 'TOKEN', value: 'Bearer t' }]
    const folder = { ...filled, secrets, command: 'node\n/srv/x.js' }
    expect(
      [filled, folder, { ...folder, cwd: '/srv' }].map((one) => [openPlaceholder(one), isComplete(one)]),
    ).toEqual([
      ['${workspaceFolder}', false],
      ['${cwd}', false],
      [null, true],
    ])
    const url = {
      ...emptyForm('x'),
      kind: 'url' as const,
      url: 'https://a.example/${env:ID}',
      placeholders: ['${env:ID}'],
    }
    expect([isComplete(url), isComplete({ ...url, url: 'https://a.example/1' })]).toEqual([false, true])
  })

  it('keeps grants and sealed secrets for a newer bundle', async () => {
    const bundle = { sha256: 'a'.repeat(64), name: 'notes', version: '1.1.0', values: {} }
    const definition = {
      kind: 'command' as const,
      command: 'node',
      args: ['/data/bundles/a/server.mjs'],
      env: { TOKEN: { secret: 'servers/notes/token' }, A: '1' },
      cwd: '/data/bundles/a',
      grants: { read: ['/r'], write: ['/w'], hosts: ['h.example'], memory: 512, unsandboxed: false },
      bundle,
    }
    const filled = formOf({
      name: 'Notes',
      uri: 'notes',
      definition,
      problem: null,
      secrets: [],
      notes: [],
      replaces: 'notes',
    })
    expect(filled).toMatchObject({ env: 'A=1', write: '/w', hosts: 'h.example', replaces: 'notes' })
    expect(await definitionOf(filled, endpoint)).toEqual(definition)
  })

  it('is not complete without what it needs', () => {
    expect(isComplete(form({}))).toBe(false)
    expect(isComplete(form({ uri: 'two words', command: 'x' }))).toBe(false)
    expect(isComplete(form({ kind: 'url', url: 'nothing' }))).toBe(false)
    expect(isComplete(form({ kind: 'did', did: 'web:a' }))).toBe(false)
    const bad = form({ command: 'x', env: 'FINE=1\nnot a variable' })
    expect([isComplete(bad), badVariable(bad)]).toEqual([false, 'not a variable'])
  })

  it('starts with likely values for the name', () => {
    expect(emptyForm('did:web:a.example')).toMatchObject({ kind: 'did', did: 'did:web:a.example' })
    expect(emptyForm('did:nuwa:mcp:x')).toMatchObject({ kind: 'command', did: '' })
  })
})

describe('hosts that a package comes from', () => {
  const error = (code: string, details: unknown) => ({ code, message: '', action: '', details })

  it('are those of the error, and are added once', () => {
    const failed = error('server_package_host', { hosts: ['index.example', 'files.example'] })
    const entered = form({ hosts: 'api.example\nindex.example' })
    allowHosts(entered, hostsWanted(failed))
    expect(entered.hosts).toBe('api.example\nindex.example\nfiles.example')
  })

  it('are none where it failed for something else', () => {
    expect(hostsWanted(error('server_package_script', { hosts: ['evil.example'] }))).toEqual([])
    expect(hostsWanted(error('server_package_host', 'connection lost'))).toEqual([])
  })
})
