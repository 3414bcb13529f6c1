import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNetworkGuard } from '../../network/index.ts'
import { createServerStore } from '../../mcp/records/store.ts'
import { plainServers } from '../../mcp/testing/plain-servers.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import type { InstalledPackage } from '../../contract/packages.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createSkills } from '../../skills/index.ts'
import { openDatabase } from '../../storage/index.ts'
import { installedPackage } from '../../testing/installed-package.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { createActivityLog } from '../activity/log.ts'
import type { ActivityRecord } from '../../contract/capabilities.ts'
import { createLastUses } from './last-uses.ts'
import { createOverview } from './overview.ts'

const COMMAND: ServerDefinition = {
  kind: 'command',
  command: '/usr/bin/files-server',
  args: [],
  env: {},
  cwd: null,
  grants: { read: [], write: [], hosts: [], unsandboxed: false },
}
const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' as const },
})

const setUp = () => {
  const home = tempHome()
  const db = openDatabase({ path: home.paths.database })
  const guard = createNetworkGuard()
  const servers = plainServers({ root: home.paths.dataDir, db, guard })
  onTestFinished(async () => {
    await servers.close()
    await guard.close()
    db.close()
    home.remove()
  })
  const skills = createSkills({
    db,
    skillsDir: join(home.paths.dataDir, 'skills'),
    now: () => new Date(),
    language: () => 'en',
  })
  const installed: InstalledPackage[] = []
  const store = createServerStore(db)
  const overview = createOverview({
    packages: { installed: () => installed },
    servers,
    skills,
    lastUses: createLastUses(db),
  })
  const connect = (uri: string, definition = COMMAND, tools = [tool('read'), tool('write')]) => {
    store.put({ uri, definition, addedBy: 'owner', addedAt: '2026-01-01T00:00:00.000Z' }, tools)
  }
  const healths = () => Object.fromEntries(overview.list().map(({ id, health }) => [id, health]))
  return { home, db, servers, skills, installed, store, overview, connect, healths }
}

const packageOf = (name: string, change: Partial<InstalledPackage> = {}): InstalledPackage => ({
  ...installedPackage({ name, version: '1.0.0', sha256: 'a', examples: [] }),
  ...change,
})

const called = (
  id: string,
  capabilityId: string,
  at: string,
  kind: ActivityRecord['kind'] = 'call',
): ActivityRecord => ({
  id,
  at,
  kind,
  caller: 'renderer',
  client: null,
  conversationId: null,
  turnId: null,
  callId: null,
  capabilityId,
  version: '1',
  effect: 'none',
  target: null,
  arguments: {},
  result: { ok: true, output: {}, error: null, duration_ms: 1, x_changes: [] },
  outcome: 'ok',
  decision: { kind: 'free' },
  waitedMs: 0,
  bytes: { in: 1, out: 1 },
  tokens: null,
})

describe('everything there is', () => {
  it('is one list of packages, servers and skills, with when each was used last', async () => {
    const { home, db, skills, installed, connect, overview } = setUp()
    installed.push(packageOf('note'))
    connect('files')
    const folder = join(home.paths.dataDir, 'there', 'minutes')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'SKILL.md'),
      '---\nname: minutes\ndescription: Writes minutes.\n---\nWrite them.\n',
    )
    const { candidates } = await skills.look({ kind: 'path', path: folder })
    await skills.add({
      origin: { kind: 'path', path: folder },
      skills: candidates.map((one) => ({ folder: one.folder, sha256: one.review?.sha256 ?? '' })),
      trust: false,
    })
    const log = createActivityLog({ db, now: () => new Date() })
    log.append(called('1', 'acp:note/state.create', '2026-03-01T00:00:00.000Z'))
    log.append(called('2', 'acp:note/state.query', '2026-03-02T00:00:00.000Z'))
    log.append(called('3', 'mcp:files/read', '2026-03-03T00:00:00.000Z'))
    // What the person took back is no use of it.
    log.append(called('4', 'acp:note', '2026-03-04T00:00:00.000Z', 'revoked'))

    expect(overview.list()).toMatchObject([
      { id: 'note', kind: 'package', trust: 'built_in', lastUsedAt: '2026-03-02T00:00:00.000Z' },
      {
        id: 'mcp:files',
        kind: 'server',
        uri: 'files',
        source: 'files-server',
        trust: 'sandboxed',
        tools: ['read', 'write'],
        lastUsedAt: '2026-03-03T00:00:00.000Z',
      },
      { id: 'skill:mine/minutes', kind: 'skill', source: 'mine', trust: 'reviewed', lastUsedAt: null },
    ])
    for (const { tokens } of overview.list().slice(1)) expect(tokens).toBeGreaterThan(0)
  })

  it('says of each how it does, and again when that changes', () => {
    const { installed, connect, store, servers, healths } = setUp()
    installed.push(
      packageOf('off', { status: 'disabled', disabledBy: 'user' }),
      packageOf('damaged', { status: 'disabled', disabledBy: 'damaged' }),
      packageOf('revoked', { authorKeyRevoked: true }),
      packageOf('withdrawn', { yanked: 'It lost books.' }),
    )
    connect('well')
    connect('broken')
    store.noteProblem('broken', new SatchelError('server_unknown', { params: { uri: 'broken' } }))
    expect(healths()).toEqual({
      off: 'off',
      damaged: 'damaged',
      revoked: 'key_revoked',
      withdrawn: 'yanked',
      'mcp:well': 'ok',
      'mcp:broken': 'failed',
    })
    for (const name of ['read', 'write']) servers.setToolEnabled({ uri: 'well', tool: name, enabled: false })
    expect(healths()['mcp:well']).toBe('off')
    servers.setToolEnabled({ uri: 'well', tool: 'read', enabled: true })
    expect(healths()['mcp:well']).toBe('ok')
  })

  it('forgets a server that was removed, and counts only tools that are on', async () => {
    const { connect, servers, overview } = setUp()
    connect('files')
    const [before] = overview.list()
    servers.setToolEnabled({ uri: 'files', tool: 'write', enabled: false })
    const [after] = overview.list()
    expect(after?.tokens).toBeLessThan(before?.tokens ?? 0)
    expect(after?.tools).toEqual(['read', 'write'])
    await servers.remove('files')
    expect(overview.list()).toEqual([])
  })
})
