import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../../../platform/errors.ts'
import type { Language } from '../../../contract/language.ts'
import { createSandbox } from '../../../sandbox/sandbox.ts'
import type { Sandbox } from '../../../sandbox/types.ts'
import { createServerImporter } from './importer.ts'
import { configLocations } from './locations.ts'
import type { ServerImporter } from './types.ts'
import type { ImportedServer } from '../../../contract/server-import.ts'

let home: string
let importer: ServerImporter
let language: Language = 'en'
let locate: Sandbox['locate']
const at = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) =>
  createServerImporter({
    language: () => language,
    home,
    platform,
    env,
    locate: (command) => locate(command),
  })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'satchel-import-'))
  language = 'en'
  ;({ locate } = createSandbox({
    places: { home, dataDir: home },
    runDir: home,
    searchPath: process.env['PATH'] ?? '',
  }))
  importer = at('linux')
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const one = async (text: string) => {
  const [first, ...others] = await importer.read(text)
  expect(others).toEqual([])
  return first
}

describe('a list of servers of another app', () => {
  it('is read with an argument that can’t be a path, and refused if nested too deeply', async () => {
    const command = { command: 'node', args: ['/a\0b', `/${'long'.repeat(2000)}`] }
    expect(await one(JSON.stringify({ mcpServers: { a: command } }))).toMatchObject({ name: 'a' })
    const nested = `{"mcpServers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    await expect(importer.read(nested)).rejects.toMatchObject({ code: 'server_config_unreadable' })
  })

  it('is read as Claude and Cursor write it, with secrets separate and folders proposed for reading', async () => {
    mkdirSync(join(home, 'notes'))
    writeFileSync(join(home, 'notes', 'server.js'), '')
    const text = JSON.stringify({
      theme: 'dark',
      mcpServers: {
        'My notes': {
          command: 'node',
          args: ['~/notes/server.js', `--root=${join(home, 'notes')}`, '/no/such/place', '--flag'],
          env: { API_KEY: 'sk-1', LEVEL: 3, AUTH_TOKEN: '${input:token}' },
          disabled: true,
        },
        remote: {
          type: 'http',
          url: 'https://mcp.example/mcp',
          headers: { Authorization: 'Bearer t', 'X-Team': 'a' },
        },
      },
    })
    const [notes, remote] = await importer.read(text)
    expect(notes).toEqual({
      name: 'My notes',
      uri: 'My-notes',
      problem: null,
      definition: {
        kind: 'command',
        command: 'node',
        args: [join(home, 'notes/server.js'), `--root=${join(home, 'notes')}`, '/no/such/place', '--flag'],
        env: { LEVEL: '3' },
        cwd: null,
        grants: { read: [join(home, 'notes')], write: [], hosts: [], unsandboxed: false },
      },
      secrets: [
        { name: 'API_KEY', value: 'sk-1', hint: '' },
        { name: 'AUTH_TOKEN', value: null, hint: '${input:token}' },
      ],
      notes: [
        { code: 'disabled', what: '' },
        { code: 'paths', what: join(home, 'notes') },
      ],
    })
    expect(remote).toMatchObject({
      definition: { kind: 'url', url: 'https://mcp.example/mcp', headers: { 'X-Team': 'a' } },
      secrets: [{ name: 'Authorization', value: 'Bearer t' }],
    })
  })

  it('is read as VS Code writes it: with comments, placeholders, and files of variables', async () => {
    const text = `{
      // what I use
      "inputs": [{ "id": "key", "type": "promptString", "password": true }],
      "servers": {
        "search": {
          "type": "stdio", "command": "npx", "args": ["-y", "search-server", "\${workspaceFolder}/x"],
          "env": { "QUERY": "\${input:key}" }, "envFile": "\${userHome}/.env",
        },
      },
    }`
    const read = await one(text)
    expect(read).toMatchObject({
      name: 'search',
      definition: { command: 'npx', args: ['-y', 'search-server', '${workspaceFolder}/x'], env: {} },
      secrets: [{ name: 'QUERY', value: null, hint: '${input:key}' }],
      notes: [
        { code: 'placeholder', what: '${workspaceFolder}' },
        { code: 'env_file' },
        // The registry that npm uses on this machine: offered, because the package could not be fetched
        // otherwise.
        { code: 'package_hosts', what: hostOf(read) },
      ],
    })
    expect(hostOf(read)).toMatch(/^[\w.:-]+$/)
    expect(await one('{"mcp": {"servers": {"a": {"command": "a"}}}}')).toMatchObject({ name: 'a' })
  })

  it.each([
    ['one server alone', '{"command": "uvx", "args": ["x"]}', 'server'],
    ['an entry without the braces around it', '"git": {"command": "uvx", "args": ["x"]},', 'git'],
    ['names alone', '{"git": {"serverUrl": "https://a.example"}}', 'git'],
    [
      'a link of Cursor',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=git&config=${Buffer.from('{"command":"uvx"}').toString('base64')}`,
      'git',
    ],
    [
      'a link of Satchel',
      `satchel://servers/add?name=git&config=${Buffer.from('{"command":"uvx","args":["ÿþ>?"]}').toString('base64url')}`,
      'git',
    ],
    [
      'a link of Satchel with a list in plain JSON',
      `satchel://servers/add?config=${encodeURIComponent('{"mcpServers":{"git":{"command":"uvx"}}}')}`,
      'git',
    ],
    ['what documentation shows', '```json\n{"mcpServers": {"git": {"command": "uvx"}}}\n```\n', 'git'],
    ['TOML without a table', '# mine\nmcp_servers.git.command = "uvx"\n', 'git'],
    [
      'a link of LM Studio',
      `lmstudio://add_mcp?name=git&config=${encodeURIComponent(Buffer.from('{"command":"uvx"}').toString('base64'))}`,
      'git',
    ],
    [
      'a link of VS Code',
      `vscode:mcp/install?${encodeURIComponent('{"name":"git","command":"uvx","args":["x"]}')}`,
      'git',
    ],
  ])('is %s', async (_what, text, name) => {
    expect(await one(text)).toMatchObject({ name, problem: null })
  })

  it.each([
    ['{"mcpServers": {"a": {"command": "x",, }}', 'server_config_unreadable'],
    ['{"a": 1}', 'server_config_empty'],
    ['{"mcpServers": {}}', 'server_config_empty'],
    ['{"mcpServers": {}, "account": {"url": "https://a.example"}}', 'server_config_empty'],
    ['{"theme": "dark", "account": {"url": "https://a.example"}}', 'server_config_empty'],
    ['[]', 'server_config_empty'],
    ['', 'server_config_empty'],
    ['null', 'server_config_empty'],
    ['# servers come here', 'server_config_empty'],
    ['vscode:mcp/install?%zz', 'server_config_unreadable'],
    ['https://example.org/about', 'server_config_unreadable'],
    ['satchel://servers/add?name=a', 'server_config_empty'],
    ['satchel://services/add?name=a&config=e30', 'server_config_unreadable'],
    ['satchel://servers/add?config=e30', 'server_config_empty'],
    [`satchel://servers/add?name=a&config=${'A'.repeat(40_000)}`, 'server_config_unreadable'],
    ['a sentence: of words', 'server_config_empty'],
    ['mcpServers:\n  a: {command: x', 'server_config_unreadable'],
    ['mcpServers: {a: {command: x, <<: 5}}', 'server_config_unreadable'],
    ['[mcp_servers.a]\ncommand = x', 'server_config_unreadable'],
    ['mcpServers: &a\n  a: {command: x, args: [*a, *a]}', 'server_config_unreadable'],
    ['{"mcpServers": ["a", 1]}', 'server_config_empty'],
  ])('that is none is refused: %s', async (text, code) => {
    await expect(importer.read(text)).rejects.toMatchObject({ code })
  })

  it('is refused if it would take more time or space than any real list', async () => {
    const aliases = Array.from(
      { length: 12 },
      (_, n) => `a${String(n + 1)}: &a${String(n + 1)} [*a${String(n)}, *a${String(n)}, *a${String(n)}]`,
    )
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, { command: 'x' }]))
    for (const text of [
      `mcpServers:\n  a: ${'['.repeat(20_000)}`,
      `[mcp_servers]\na = ${'['.repeat(20_000)}`,
      'x: 1\n'.repeat(40_000),
      ['a0: &a0 {command: x}', ...aliases, 'mcpServers: {a: *a12}'].join('\n'),
      JSON.stringify({ mcpServers: many }),
    ])
      await expect(importer.read(text)).rejects.toMatchObject({ code: 'server_config_unreadable' })
  })

  it('names the problem of an entry, and returns the others', async () => {
    const text =
      '{"mcpServers": {"a": {"args": []}, "b": {"command": "x", "args": {"y": 1}}, "c": {"url": "ftp://x"}, "d": {"command": "x"}}}'
    const read = await importer.read(text)
    expect(read.map(({ name, problem }) => [name, problem !== null])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
      ['d', false],
    ])
    language = 'zh'
    expect((await importer.read(text)).slice(0, 2).map(({ problem }) => problem)).toEqual([
      '既没有 "command" 也没有 "url"。',
      '"args" 不是字符串列表。',
    ])
    await expect(importer.read('{"mcpServers": {"a": {"command" "x"}}}')).rejects.toMatchObject({
      params: { problem: 'not_json', line: 1 },
    })
  })

  it('offers no host where npm is not there to say which it asks', async () => {
    locate = (command) => Promise.reject(new SatchelError('server_program_missing', { params: { command } }))
    expect(await one('{"command": "npx", "args": ["x"]}')).toMatchObject({
      definition: { grants: { hosts: [] } },
      notes: [{ code: 'downloads', what: 'npx' }],
    })
  })

  it('gives nothing a server could change how Satchel works with', async () => {
    const text =
      '{"mcpServers": {"__proto__": {"command": "x"}, "a": {"command": "x", "env": {"__proto__": {"b": 1}}}}}'
    expect((await importer.read(text)).map(({ name }) => name)).toContain('a')
    expect(({} as { command?: string }).command).toBeUndefined()
  })
})

describe('the lists on this machine', () => {
  const put = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, app: string, text: string): string => {
    const found = configLocations({ platform, home, env }).find((one) => one.app === app)
    if (found === undefined) throw new Error(app)
    mkdirSync(dirname(found.path), { recursive: true })
    writeFileSync(found.path, text)
    return found.path
  }

  it.each([
    ['linux', {}],
    ['darwin', {}],
    ['win32', {}],
  ] as const)('are found where the apps of %s keep them', async (platform, env) => {
    expect(await at(platform, env).files()).toEqual([])
    const path = put(platform, env, 'claude-desktop', '{"mcpServers": {"a": {"command": "x"}}}')
    put(platform, env, 'cursor', '{"mcpServers": {}}')
    const broken = put(platform, env, 'vscode', '{"servers": ')
    put(platform, env, 'zed', '// mine\n{"theme": "One", "context_servers": {"z": {"command": "x"}},}')
    put(platform, env, 'goose', 'extensions:\n  g: {type: stdio, cmd: x, args: []}\n')
    put(platform, env, 'codex', '\ufeff[mcp_servers.c]\ncommand = "x"\n')
    put(platform, env, 'gemini-cli', '{"mcp": {"allowed": []}}')
    expect(await at(platform, env).files()).toMatchObject([
      { app: 'claude-desktop', path, servers: [{ name: 'a' }], problem: null },
      { app: 'vscode', path: broken, servers: [], problem: { code: 'server_config_unreadable' } },
      { app: 'zed', servers: [{ name: 'z' }], problem: null },
      { app: 'goose', servers: [{ name: 'g' }], problem: null },
      { app: 'codex', servers: [{ name: 'c' }], problem: null },
    ])
  })
})

describe('the folders of', () => {
  const pathsOf = (app: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}): string[] =>
    configLocations({ platform, home: '/h', env }).flatMap((one) => (one.app === app ? [one.path] : []))

  it.each<[app: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv, paths: string[]]>([
    ['jan', 'linux', {}, ['/h/.local/share/Jan/data/mcp_config.json', '/h/.config/Jan/data/mcp_config.json']],
    ['jan', 'darwin', {}, ['/h/Library/Application Support/Jan/data/mcp_config.json']],
    [
      'jan',
      'darwin',
      { JAN_DATA_FOLDER: '/j' },
      ['/j/mcp_config.json', '/h/Library/Application Support/Jan/data/mcp_config.json'],
    ],
    ['crush', 'linux', {}, ['/h/.config/crush/crush.json']],
    ['crush', 'win32', { LOCALAPPDATA: '/local' }, ['/local/crush/crush.json']],
    ['crush', 'win32', { LOCALAPPDATA: '/local', XDG_CONFIG_HOME: '/x' }, ['/x/crush/crush.json']],
    ['junie', 'linux', {}, ['/h/.junie/mcp/mcp.json']],
    ['claude-code', 'linux', {}, ['/h/.claude.json']],
    ['claude-code', 'linux', { CLAUDE_CONFIG_DIR: '/c' }, ['/c/.claude.json']],
    [
      'vscode',
      'linux',
      {},
      ['Code', 'Code - Insiders'].flatMap((edition) =>
        ['mcp.json', 'profiles/*/mcp.json', 'settings.json'].map(
          (file) => `/h/.config/${edition}/User/${file}`,
        ),
      ),
    ],
    [
      'cline',
      'linux',
      {},
      [
        '/h/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
        '/h/.cline/data/settings/cline_mcp_settings.json',
        '/h/.cline/mcp.json',
      ],
    ],
    [
      'continue',
      'linux',
      {},
      ['config.yaml', 'config.json', 'mcpServers/*.yaml', 'mcpServers/*.yml', 'mcpServers/*.json'].map(
        (file) => `/h/.continue/${file}`,
      ),
    ],
    [
      'amazon-q',
      'linux',
      {},
      [
        '/h/.aws/amazonq/default.json',
        '/h/.aws/amazonq/mcp.json',
        '/h/.aws/amazonq/agents/*.json',
        '/h/.aws/amazonq/cli-agents/*.json',
      ],
    ],
  ])('%s on %s are those of its documentation', (app, platform, env, paths) => {
    expect(pathsOf(app, platform, env)).toEqual(paths)
  })

  it('VS Code’s profiles and Continue’s blocks are looked through, and a file of one server names it', async () => {
    const profile = join(home, '.config', 'Code', 'User', 'profiles', '-5d1a', 'mcp.json')
    const blocks = join(home, '.continue', 'mcpServers')
    for (const folder of [dirname(profile), blocks]) mkdirSync(folder, { recursive: true })
    writeFileSync(profile, '{"servers": {"p": {"command": "x"}}}')
    writeFileSync(join(blocks, 'memory.json'), '{"command": "x"}')
    writeFileSync(join(blocks, 'a.yaml'), 'name: A\nschema: v1\nmcpServers:\n  - name: b\n    command: x\n')
    expect(await at('linux').files()).toMatchObject([
      { app: 'vscode', path: profile, servers: [{ name: 'p' }], problem: null },
      { app: 'continue', path: join(blocks, 'a.yaml'), servers: [{ name: 'b' }], problem: null },
      { app: 'continue', path: join(blocks, 'memory.json'), servers: [{ name: 'memory' }], problem: null },
    ])
  })

  it('an app with a file for each agent are looked through', async () => {
    const folder = join(home, '.aws', 'amazonq', 'cli-agents')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'b.json'), '{"mcpServers": {"b": {"command": "x"}}}')
    writeFileSync(
      join(folder, 'a.json'),
      '{"name": "a", "mcpServers": {"a": {"command": "x"}}, "tools": ["*"]}',
    )
    writeFileSync(join(folder, 'none.json'), '{"name": "none", "tools": ["*"]}')
    writeFileSync(join(folder, 'notes.txt'), 'not a list')
    expect(await at('linux', {}).files()).toMatchObject([
      { app: 'amazon-q', path: join(folder, 'a.json'), servers: [{ name: 'a' }], problem: null },
      { app: 'amazon-q', path: join(folder, 'b.json'), servers: [{ name: 'b' }], problem: null },
    ])
  })
})

const hostOf = (server: ImportedServer | undefined): string | undefined =>
  server?.definition?.kind === 'command' ? server.definition.grants.hosts[0] : undefined
