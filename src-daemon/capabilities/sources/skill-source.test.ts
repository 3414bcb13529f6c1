import { OWNER } from '../core/principal.ts'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../sandbox/index.ts'
import { createScriptRunner } from '../../bindings/index.ts'
import { appRoot } from '../../platform/app.ts'
import { createSkills, createWorkFolders } from '../../skills/index.ts'
import { openDatabase } from '../../storage/index.ts'
import { ALLOW_ONCE, personAnswers } from '../../testing/approvals.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { createCapabilityCatalog, createSkillSource, runConformance, toolsOf } from '../index.ts'
import type { CapabilitiesService, InvokeContext } from '../core/types.ts'
import { plainCapabilities } from '../testing.ts'

const SAMPLES = join(appRoot, 'resources', 'samples', 'skills')
const NODE = join(process.execPath, '..')
const context: InvokeContext = {
  caller: 'renderer',
  principal: OWNER,
  turn: { conversationId: 'talk', turnId: 't', callId: 'c' },
}

/** The CAP floor over skills in these folders: name of the file, and what is in it. */
const setUp = async (own: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) => {
  const home = tempHome()
  const db = openDatabase({ path: home.paths.database })
  const { dataDir } = home.paths
  const there = join(dataDir, 'there')
  cpSync(SAMPLES, there, { recursive: true })
  for (const [name, files] of Object.entries(own))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(there, name, path, '..'), { recursive: true })
      writeFileSync(join(there, name, path), text)
    }
  const language = () => 'en' as const
  const now = () => new Date()
  const skills = createSkills({ db, skillsDir: home.paths.skillsDir, now, language })
  mkdirSync(home.paths.runDir, { recursive: true })
  const sandbox = createSandbox({
    places: { home: homedir(), dataDir },
    runDir: home.paths.runDir,
    searchPath: [NODE, '/usr/bin', '/bin'].join(':'),
  })
  const work = createWorkFolders(home.paths.workDir)
  const limits = { keptBytes: 1000, outputBytes: 100_000, roomBytes: 1_000_000, memoryMiB: 512 }
  const source = createSkillSource({
    skills,
    work,
    language,
    runScript: createScriptRunner(sandbox, limits),
    runSkill: ({ task }) => Promise.resolve({ ok: true, text: `did ${task}`, changes: [] }),
  })
  const capabilities = plainCapabilities({ sources: [source], db })
  const asked: string[] = []
  personAnswers(capabilities.approvals, ({ sentence }) => {
    asked.push(sentence)
    return ALLOW_ONCE
  })
  onTestFinished(() => {
    capabilities.close()
    db.close()
    home.remove()
  })
  const add = async () => {
    const origin = { kind: 'path', path: there } as const
    const { candidates } = await skills.look(origin)
    const chosen = candidates.flatMap(({ folder, review }) =>
      review === null ? [] : [{ folder, sha256: review.sha256 }],
    )
    return skills.add({ origin, skills: chosen, trust: false })
  }
  await add()
  return {
    capabilities,
    source,
    skills,
    work,
    there,
    add,
    asked,
    catalog: createCapabilityCatalog(noPackages, skills, noServers, noAgents),
  }
}

const noServers = { offered: () => [], isOff: () => false, onOffer: () => () => undefined }
const noAgents = { approved: () => [], onChange: () => () => undefined }
const noPackages = { installed: () => [], get: () => null, onChange: () => () => undefined }

const call = (
  capabilities: CapabilitiesService,
  id: string,
  input: Readonly<Record<string, unknown>>,
  more: Partial<InvokeContext> = {},
) => {
  const version = capabilities.list().find(({ capability_id: one }) => one === id)?.version ?? '?'
  return capabilities.invoke({ capability_id: id, version }, input, { ...context, ...more })
}
const REPORT = 'skill:mine/text-report'

describe('skills as capabilities', () => {
  it('conform to the profile, S cases among them', async () => {
    const { capabilities } = await setUp()
    const report = await runConformance({
      source: 'skills',
      now: () => new Date(),
      adapter: {
        list: () => Promise.resolve(capabilities.list()),
        describe: (id, version) => Promise.resolve(capabilities.describe({ capability_id: id, version })),
        invoke: (ref, input) =>
          capabilities.invoke(ref, input, { caller: 'renderer', principal: OWNER, turn: null }),
      },
      exercises: {
        good: [
          { capability_id: `${REPORT}/run_script`, input: { script: 'scripts/report.mjs', stdin: 'a b' } },
        ],
        invalid: [{ capability_id: `${REPORT}/run_script`, input: { script: 'other.sh' } }],
        failing: [{ capability_id: `${REPORT}/read_file`, input: { path: 'nothing.md' } }],
        skills: [{ capability_id: REPORT, input: { task: 'say hello' } }],
        hidden: [appRoot, '/skills/'],
      },
    })
    expect(report.cases.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const skillCases = report.cases.filter(({ id }) => id.startsWith('S'))
    expect(skillCases.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => `S${String(number)} passed`),
    )
  })

  it('have tools of their own, and those of services they name', async () => {
    const { capabilities } = await setUp({
      finder: {
        'SKILL.md': '---\nname: finder\ndescription: d\nallowed-tools: Read mcp__files__search\n---\nx',
        'a.md': 'x',
        'b.sh': 'true',
      },
    })
    const [manifest] = capabilities.list()
    if (manifest === undefined) throw new Error('nothing is listed')
    const service = { ...manifest, capability_id: 'mcp:files/search', kind: 'tool' as const, name: 'search' }
    const listed = { list: () => [...capabilities.list(), service] }
    const names = (id: string) => toolsOf(listed, id).map(({ wireName }) => wireName)
    expect(names(REPORT)).toEqual(['read_file', 'run_script'])
    expect(names('skill:mine/meeting-notes')).toEqual(['read_file'])
    expect(names('skill:mine/finder')).toEqual(['read_file', 'mcp__files__search'])
  })

  it('run contained scripts as they were allowed, whatever was read, and return accepted files as the owner’s', async () => {
    const { capabilities, asked } = await setUp()
    const flow = {
      words: 'hello',
      foreign: () => [{ of: 'mcp:web', asked: [], keepers: [], output: null }],
      own: () => [],
      kept: () => [],
      extracted: () => [],
      spend: () => true,
      confirm: () => undefined,
      isConfirmed: () => false,
    }
    const more = { flow, asksNothingGranted: true }
    const input = { script: 'scripts/report.mjs', stdin: 'of a page' }
    expect(await call(capabilities, `${REPORT}/run_script`, input, more)).toMatchObject({
      ok: true,
      x_integrity: 'foreign',
      // It may have read files of the owner's.
      x_keepers: [REPORT],
    })
    const integrityOf = async (read: Record<string, unknown>) =>
      (await call(capabilities, `${REPORT}/read_file`, read, more)).x_integrity
    expect(await integrityOf({ path: 'SKILL.md' })).toBe('state')
    expect(await integrityOf({ path: 'report.json', from: 'work' })).toBe('foreign')
    expect(asked).toEqual([])
  })

  it('run scripts in the sandbox, asked about first, and keep what they make for the conversation', async () => {
    const { capabilities, asked } = await setUp()
    const input = { script: 'scripts/report.mjs', stdin: 'one two\nthree' }
    const first = await call(capabilities, `${REPORT}/run_script`, input)
    expect(first).toMatchObject({ ok: true, output: { files: [{ path: 'report.json' }], cut: false } })
    expect(JSON.parse(String(first.output?.['stdout']))).toMatchObject({ words: 3, lines: 2 })
    expect(asked).toEqual([expect.stringContaining('scripts/report.mjs')])
    const read = { path: 'report.json', from: 'work' }
    expect(await call(capabilities, `${REPORT}/read_file`, read)).toMatchObject({ ok: true })
    const other = { turn: { conversationId: 'other', turnId: 't', callId: 'c' } }
    expect((await call(capabilities, `${REPORT}/read_file`, read, other)).error?.details).toMatchObject({
      code: 'skill_file_unknown',
    })
    expect(
      capabilities.activity({ limit: 5 }).map(({ effect, outcome }) => `${String(effect)} ${outcome}`),
    ).toEqual(['none failed', 'none ok', 'process ok'])
  })

  it.each([
    ['reads no file of its user', 'cat /etc/hostname "$HOME/.bashrc"', 'script_failed'],
    ['reaches no network', 'exec 3<>/dev/tcp/127.0.0.1/9', 'script_failed'],
    ['changes none of its own files', 'echo x > "$SKILL_DIR/SKILL.md"', 'script_failed'],
    ['cannot flood the daemon', 'yes', 'script_output'],
    ['fills no disk', 'head -c 5000000 /dev/zero > big', 'script_room'],
    [
      'hides nothing in a file without a readable name',
      `head -c 5000000 /dev/zero > "$(printf '\\377')"`,
      'script_room',
    ],
    [
      'makes no place too deep to look into',
      'a=$(printf "%0200d" 0); for i in {1..40}; do mkdir $a; cd -P $a; done; sleep 2',
      'script_room',
    ],
  ])('whose script %s', async (_what, script, reason) => {
    const { capabilities, skills } = await setUp({
      bad: { 'SKILL.md': '---\nname: bad\ndescription: d\n---\nx', 'a.bash': script },
    })
    const result = await call(capabilities, 'skill:mine/bad/run_script', { script: 'a.bash' })
    expect(result.error).toMatchObject({ code: 'EXECUTION_FAILED', details: { reason } })
    expect(skills.list().map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
    expect(JSON.stringify(result)).not.toContain(appRoot)
  })

  it('whose script does not end is ended in time, or with who called', async () => {
    const { capabilities } = await setUp({
      slow: { 'SKILL.md': '---\nname: slow\ndescription: d\n---\nx', 'a.sh': 'sleep 60' },
    })
    const late = await call(
      capabilities,
      'skill:mine/slow/run_script',
      { script: 'a.sh' },
      { deadlineMs: 300 },
    )
    expect(late.error?.code).toBe('TIMEOUT')
    const stopping = new AbortController()
    const running = call(
      capabilities,
      'skill:mine/slow/run_script',
      { script: 'a.sh' },
      { signal: stopping.signal },
    )
    stopping.abort()
    expect((await running).error?.details).toMatchObject({ reason: 'cancelled' })
  })

  it('do not lead out of the working folder', async () => {
    const { capabilities, work, there } = await setUp()
    const folder = work.open('talk')
    symlinkSync(join(there, 'text-report', 'SKILL.md'), join(folder, 'link'))
    symlinkSync(there, join(folder, 'dir'))
    for (const path of ['link', 'dir/text-report/SKILL.md', '../talk/link', '../../state.db'])
      expect((await call(capabilities, `${REPORT}/read_file`, { path, from: 'work' })).ok).toBe(false)
  })

  it('are read in parts', async () => {
    const { capabilities } = await setUp({
      long: { 'SKILL.md': '---\nname: long\ndescription: d\n---\nx', 'a.md': 'x'.repeat(20_000) },
    })
    const first = await call(capabilities, 'skill:mine/long/read_file', { path: 'a.md' })
    expect(first.output).toMatchObject({ characters: 20_000, next_offset: 12_000 })
    const next = { path: 'a.md', offset: 12_000 }
    expect((await call(capabilities, 'skill:mine/long/read_file', next)).output).toMatchObject({
      text: 'x'.repeat(8000),
      next_offset: null,
    })
  })

  it('ask again when their content is another', async () => {
    const { capabilities, source, there, add } = await setUp()
    const before = capabilities.list().find(({ capability_id: id }) => id === `${REPORT}/run_script`)
    const ref = { capability_id: `${REPORT}/run_script`, version: before?.version ?? '' }
    const pinned = source.definition(ref)?.hash
    writeFileSync(join(there, 'text-report', 'scripts', 'report.mjs'), 'console.log(1)')
    await add()
    expect(capabilities.describe(ref)).toMatchObject({ code: 'NOT_FOUND' })
    const now = capabilities.list().find(({ capability_id: id }) => id === ref.capability_id)
    expect(source.definition({ ...ref, version: now?.version ?? '' })?.hash).not.toBe(pinned)
  })

  it('are listed by name and description, and read when used', async () => {
    const { catalog } = await setUp()
    expect(catalog.installed().map(({ name }) => name)).toEqual(['skill:mine/meeting-notes', REPORT])
    expect(catalog.get(REPORT)).toMatchObject({
      title: 'text-report',
      examples: ['count the words of this text', 'how long is this text', 'make a text report'],
      prompt: expect.stringMatching(/^# Text report[\s\S]*scripts\/report\.mjs \(script, /u) as string,
    })
  })
})

describe('what a script left', () => {
  const EDITOR = { caller: 'mcp', principal: { kind: 'program', name: 'editor' }, turn: null } as const
  const BY_HAND = { turn: null } as const

  it.each<[string, Partial<InvokeContext>, Partial<InvokeContext>]>([
    ['the owner’s, by hand, to a program', BY_HAND, EDITOR],
    ['a program’s to another', EDITOR, { ...EDITOR, principal: { kind: 'program', name: 'writer' } }],
    [
      'a program’s to one of a longer name',
      EDITOR,
      { ...EDITOR, principal: { kind: 'program', name: 'editor2' } },
    ],
    [
      'a program’s to an agent of its name',
      EDITOR,
      { ...EDITOR, principal: { kind: 'agent', did: 'editor' } },
    ],
    ['a program’s to the owner, by hand', EDITOR, BY_HAND],
    ['a conversation’s to a program', {}, EDITOR],
    ['a program’s to a conversation', EDITOR, {}],
  ])('is private: %s', async (_what, whose, others) => {
    const { capabilities, work } = await setUp({
      left: { 'SKILL.md': '---\nname: left\ndescription: d\n---\nx', 'a.sh': 'echo private > note.txt' },
    })
    const script = await call(capabilities, 'skill:mine/left/run_script', { script: 'a.sh' }, whose)
    expect(script).toMatchObject({ ok: true, output: { files: [{ path: 'note.txt' }] } })
    const read = { path: 'note.txt', from: 'work' }
    expect(await call(capabilities, 'skill:mine/left/read_file', read, whose)).toMatchObject({ ok: true })
    const stolen = await call(capabilities, 'skill:mine/left/read_file', read, others)
    expect(stolen.error?.details).toMatchObject({ code: 'skill_file_unknown' })
    // What programs left outlives a start, as what was left by hand does.
    work.sweep(() => true)
    expect(await call(capabilities, 'skill:mine/left/read_file', read, whose)).toMatchObject({ ok: true })
  })
})
