import { formOfSchema } from '../text/index.ts'
import { Readable, Writable } from 'node:stream'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../contract/approvals.ts'
import { say } from '../text/index.ts'
import { addApprovalsCommands } from './commands/approvals.ts'
import { addCapCommands } from './commands/cap.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addKeysCommands } from './commands/keys.ts'
import { addServersCommands } from './commands/servers.ts'
import { addTrustCommands } from './commands/trust.ts'
import { addSkillCommands } from './commands/skill.ts'
import { answerRequest } from './console/approval-prompt.ts'
import { Declined } from './console/declined.ts'
import { createOutput } from './console/output.ts'
import { answerQuestions } from './console/question-prompt.ts'
import { createSession, type Api, type Session } from './console/session.ts'

/** Clears the screen, turns the line round, hides something, and begins a line that looks like Satchel's own. */
const EVIL = 'a\u001b[2J\u009b1m\u202e\u200b\u2066\u{e0041}\r\nForged: yes\n'

/** An API whose answers are given by path; what is not given is never answered. */
const apiOf = (answers: Readonly<Record<string, unknown>>): Api => {
  const at = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_target, name) => at(path === '' ? String(name) : `${path}.${String(name)}`),
      apply: (_target, _self, [, handlers]: [unknown, { onData?: (value: unknown) => void } | undefined]) => {
        const name = path.replace(/\.(query|mutate|subscribe)$/, '')
        if (!(name in answers)) throw new Error(`nothing answers ${name}`)
        if (!path.endsWith('.subscribe')) return Promise.resolve(answers[name])
        queueMicrotask(() => handlers?.onData?.(answers[name]))
        return { unsubscribe: () => undefined }
      },
    })
  return at('') as Api
}

/** A terminal at which somebody says no, with the answers that the daemon would give. */
const atTerminal = (
  answers: Readonly<Record<string, unknown>>,
  { json = false, types = 'no' }: { readonly json?: boolean; readonly types?: string } = {},
) => {
  let shown = ''
  const stream = () =>
    Object.assign(
      new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          shown += chunk.toString()
          done()
        },
      }),
      { isTTY: true },
    )
  const io = {
    argv: [],
    env: { SATCHEL_BACKUP_PASSPHRASE: 'a passphrase' },
    stdin: Object.assign(new Readable({ read: () => undefined }), { isTTY: true }),
    stdout: stream(),
    stderr: stream(),
  }
  const api = apiOf(answers)
  const output = createOutput({ json, language: 'en', stream: io.stdout })
  const session: Session = {
    ...createSession({ output, yes: false, io }),
    withDaemon: (use) => use(api, undefined as never),
    withAnyDaemon: (use) => use(api, undefined as never),
  }
  const typed = setInterval(() => io.stdin.push(`${types}\n`), 10)
  return {
    api,
    session,
    io,
    shown: () => {
      clearInterval(typed)
      // What readline echoes ends its lines so.
      return shown.replaceAll('\r\n', '\n')
    },
  }
}

const expectHarmless = (shown: string): void => {
  expect(shown).toContain('\\u{202e}')
  expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  expect(shown).not.toMatch(/^\s*Forged/mu)
}

const field = {
  key: EVIL,
  kind: 'text',
  title: EVIL,
  description: EVIL,
  required: true,
  multiple: false,
  choices: [EVIL],
  placeholder: EVIL,
  preset: [],
  min: null,
  max: null,
}
const definition = {
  kind: 'command',
  command: EVIL,
  args: [EVIL],
  env: { [EVIL]: EVIL },
  cwd: null,
  grants: { read: [EVIL], write: [EVIL], hosts: [EVIL], unsandboxed: false },
}
const imported = {
  name: EVIL,
  uri: EVIL,
  definition,
  problem: null,
  secrets: [{ name: EVIL, value: EVIL, hint: EVIL }],
  notes: [{ code: 'placeholder', what: EVIL }],
}
const bundle = {
  sha256: '0',
  title: EVIL,
  version: EVIL,
  author: EVIL,
  description: EVIL,
  command: EVIL,
  variables: [{ name: EVIL, value: EVIL }],
  files: { count: 1, bytes: 1 },
  tools: [{ name: EVIL, description: EVIL }],
  fields: [field],
  warnings: [EVIL],
  installed: {
    uri: EVIL,
    version: EVIL,
    values: {},
    kept: [],
    difference: {
      files: { added: 1, removed: 1, changed: 1 },
      tools: { added: [EVIL], removed: [EVIL] },
      variables: [{ name: EVIL, before: EVIL, after: EVIL }],
      command: { before: EVIL, after: EVIL },
      author: { before: EVIL, after: EVIL },
    },
  },
}
const servers = {
  'servers.fetches': { program: EVIL, packages: [EVIL], host: EVIL },
  'servers.readConfig': [imported],
  'servers.bundles.look': bundle,
  'servers.bundles.plan': imported,
  'servers.bundles.forget': null,
  'servers.registry.show': {
    name: EVIL,
    title: EVIL,
    description: EVIL,
    version: EVIL,
    status: 'active',
    statusMessage: EVIL,
    repository: EVIL,
    website: EVIL,
    versions: [{ version: EVIL }, { version: EVIL }],
    ways: [{ id: EVIL, kind: 'npm', target: EVIL, fields: [field], problem: null }],
  },
  'servers.registry.plan': imported,
  'servers.logs': [{ at: '2026-01-01T00:00:00Z', text: EVIL }],
}
const request = {
  id: 'r',
  client: EVIL,
  title: EVIL,
  origin: { kind: 'author', name: EVIL },
  tool: EVIL,
  target: EVIL,
  sentence: EVIL,
  arguments: { [EVIL]: EVIL },
  argumentsSha256: '0',
}
const difference = {
  fromVersion: EVIL,
  widens: [EVIL],
  permissions: { added: [{ text: EVIL }], removed: [{ text: EVIL }] },
  hosts: { added: [EVIL], removed: [EVIL] },
  tools: {
    added: [EVIL],
    removed: [EVIL],
    changed: [{ name: EVIL, lines: [{ kind: 'added', text: EVIL }] }],
  },
  prompt: [{ kind: 'added', text: EVIL }],
  schema: [{ kind: 'added', text: EVIL }],
  other: [{ kind: 'added', text: EVIL }],
}
const review = {
  title: EVIL,
  version: EVIL,
  description: EVIL,
  sha256: '0',
  author: {
    ...{ did: EVIL, keyId: EVIL, trust: 'key_changed', firstSeenAt: EVIL },
    recommendedBy: [{ list: EVIL, contact: EVIL }],
  },
  advisories: [] as readonly object[],
  difference,
  permissions: [{ text: EVIL }],
  hosts: [EVIL],
  tools: [{ name: EVIL, description: EVIL, available: false, reason: EVIL }],
  promptTokens: 1,
  warnings: [{ line: 1, column: 1, message: EVIL }],
  lookAlike: { name: EVIL, title: EVIL, author: EVIL },
  handover: { from: EVIL, to: EVIL, registry: EVIL },
}
const problem = { code: 'x', message: EVIL, action: EVIL, details: {} }
const warnedOf = { ...review, advisories: [{ list: EVIL, reason: EVIL }] }
const described = {
  ...{ did: EVIL, title: EVIL, description: EVIL, contact: EVIL, time: EVIL, validUntil: null },
  counts: { blocked: 1, recommended: 1, collections: 1 },
}
const trustList = {
  ...{ ...described, name: EVIL, place: EVIL, checkedAt: EVIL, problem },
  blocked: [{ package: EVIL, author: EVIL, versions: EVIL, sha256: null, reason: EVIL }],
  recommended: [{ did: EVIL, name: EVIL, reason: EVIL, contact: EVIL }],
  collections: [{ id: EVIL, title: EVIL, description: EVIL, packages: [] }],
}
const skill = {
  folder: EVIL,
  status: 'changed',
  problems: [],
  difference: {
    fromVersion: EVIL,
    widens: [EVIL],
    files: { added: [EVIL], removed: [EVIL], changed: [EVIL] },
    texts: [{ path: EVIL, lines: [{ kind: 'added', text: EVIL }] }],
  },
  review: {
    name: EVIL,
    title: EVIL,
    version: EVIL,
    description: EVIL,
    license: EVIL,
    compatibility: EVIL,
    sha256: '0',
    bytes: 1,
    bodyTokens: 1,
    permissions: [EVIL],
    files: [{ path: EVIL, bytes: 1, kind: 'script' }],
    warnings: [{ file: EVIL, line: 1, message: EVIL }],
  },
}

const tool = {
  name: EVIL,
  description: EVIL,
  status: 'new',
  enabled: true,
  acceptedAt: null,
  sha256: '0',
  differences: [],
  parameters: [{ path: EVIL, text: EVIL }],
  findings: [{ code: 'lint_marks', message: EVIL }],
  unchecked: [EVIL],
}
const refused = [{ name: EVIL, reason: 'look_alike', like: EVIL }]

const oneBackup = { name: EVIL, createdAt: EVIL, reason: 'daily', bytes: 1, encrypted: true, checkedAt: EVIL }
const holds = { objects: 1, conversations: 1, packages: 1, skills: 1, lastChangeAt: EVIL }
const backups = {
  'backups.list': { enabled: false, folder: EVIL, problem, backups: [oneBackup] },
  'backups.rehearse': { backup: oneBackup, holds, present: null, since: { changes: 1, messages: 1 } },
  'backups.restore': { kept: [EVIL] },
}
const installation = {
  ...backups,
  'system.status': {
    info: { version: EVIL, protocol: 1, pid: 1, startedAt: EVIL, dataDir: EVIL, command: EVIL },
    phase: { kind: 'ready', readOnly: problem },
    language: 'en',
  },
  'system.encryption': {
    encrypted: true,
    keyIn: 'vault',
    keyBackedUpAt: null,
    offered: false,
    readableCopies: [EVIL],
    problem,
  },
  'identity.status': { ownerDid: EVIL, keyStore: { backend: EVIL, state: 'ready' } },
  'identity.secretProblems': [{ problem }],
  'settings.problems': [problem],
  'checks.status': { finishedAt: null, findings: [{ kind: 'page', what: EVIL, mended: false }] },
  'state.formerNames': [],
  'packages.installed': [{ name: EVIL, version: EVIL, review: warnedOf }],
  'trust.lists': [trustList],
  'models.providers': [{ name: EVIL, problem: EVIL }],
  'servers.sandbox': { kind: EVIL, problem: EVIL, limits: { memory: 'system', processes: 5 } },
}

const blocked = {
  ...installation,
  'system.status': {
    ...installation['system.status'],
    phase: { kind: 'blocked', problem, remedy: 'set_aside_database', keyRestorable: false },
  },
}

const backup = {
  'system.status': installation['system.status'],
  'identity.status': { ownerDid: `old ${EVIL}` },
  'identity.inspectBackup': {
    createdAt: EVIL,
    ownerDid: EVIL,
    keys: [{ label: EVIL, kind: 'ed25519', did: EVIL, outcome: 'added', isOwner: true }],
  },
}

describe('commands that ask', () => {
  const groups = [
    addServersCommands,
    addCapCommands,
    addSkillCommands,
    addApprovalsCommands,
    addKeysCommands,
    addDoctorCommand,
    addBackupCommands,
    addTrustCommands,
  ] as const

  it.each<[string[], Readonly<Record<string, unknown>>]>([
    [['servers', 'add', EVIL, EVIL, EVIL, '--read', EVIL, '--host', EVIL], servers],
    [['servers', 'import', `satchel://mcp?${EVIL}`], servers],
    [['servers', 'import', 'evil.mcpb'], servers],
    [['servers', 'registry', 'add', EVIL], servers],
    [['servers', 'logs', EVIL], servers],
    [['servers', 'accept', 'evil'], { 'servers.test': { tools: [tool], refused } }],
    [
      ['servers', 'test', 'evil'],
      { 'servers.test': { server: { name: EVIL }, tools: [tool], refused, leftOut: [{ message: EVIL }] } },
    ],
    [['skill', 'add', '/evil'], { 'skills.look': { candidates: [skill] } }],
    [['skill', 'trust', '/evil'], { 'skills.look': { candidates: [skill] } }],
    [['cap', 'rollback', 'evil'], { 'packages.review': review }],
    [['cap', 'rollback', 'evil', '--accept-blocked'], { 'packages.review': warnedOf }],
    [['trust', 'list'], { 'trust.lists': [trustList] }],
    [['trust', 'show', EVIL], { 'trust.lists': [trustList], 'trust.show': trustList }],
    [['trust', 'add', EVIL], { 'trust.look': described }],
    [
      ['cap', 'install', 'evil'],
      { 'marketplace.read': null, 'packages.catalogue': [{ id: 'evil' }], 'packages.review': review },
    ],
    [['approvals', 'allow', 'r'], { 'approvals.pending': [request], 'approvals.answer': null }],
    [['approvals', 'pending'], { 'approvals.pending': [request] }],
    [['doctor'], installation],
    [['backup', 'list'], backups],
    [['backup', 'restore', 'x'], backups],
    [['doctor'], blocked],
    [['doctor', '--set-aside'], blocked],
    [['keys', 'restore', import.meta.filename, '--dry-run'], backup],
    [['keys', 'restore', import.meta.filename, '--as-owner'], backup],
  ])('show what strangers wrote, and obey none of it: satchel %j', async (args, answers) => {
    const { session, io, shown } = atTerminal(answers)
    const program = new Command('satchel').exitOverride()
    for (const add of groups)
      add(program, { text: (key) => say('en', key), session: () => session, env: io.env, io })
    try {
      await program.parseAsync(['node', 'satchel', ...args])
    } catch (thrown) {
      if (!(thrown instanceof Declined)) throw thrown
    }
    expectHarmless(shown())
  })
})

it('asks about nothing that it did not show, also where the result is JSON', async () => {
  const { api, session, shown } = atTerminal({ 'approvals.answer': null }, { json: true })
  expect(await answerRequest(api, session, request as unknown as ApprovalRequest)).toBe('denied')
  expect(shown()).toContain('\\u202e')
})

describe('questions of tools in a conversation', () => {
  it.each([
    [
      'a form',
      {
        kind: 'form',
        form: {
          ...formOfSchema({
            properties: {
              [EVIL]: { type: 'string', title: EVIL, description: EVIL, enum: [EVIL], default: EVIL },
              bare: { type: 'string', default: EVIL },
            },
          }),
          title: EVIL,
          description: EVIL,
        },
      },
    ],
    ['an address', { kind: 'url', message: EVIL, url: `https://example.org/${EVIL}` }],
    [
      'words for a model',
      { kind: 'sampling', request: { system: EVIL, messages: [{ role: 'user', text: EVIL }], maxTokens: 1 } },
    ],
    ["a model's words", { kind: 'sampled', answer: { model: EVIL, text: EVIL, cut: true } }],
  ])('show what strangers wrote, and obey none of it: %s', async (_what, asked) => {
    const origin = { kind: 'author', name: EVIL }
    const question = { id: 'q', title: EVIL, origin, tool: EVIL, withdrawn: false, asked }
    const answered = Promise.withResolvers<null>()
    const answers = {
      'questions.pending': [question],
      get 'questions.answer'() {
        answered.resolve(null)
        return null
      },
    }
    // Nothing takes what is offered, and no choice is called “no”.
    const { api, session, shown } = atTerminal(answers, { types: '' })
    answerQuestions(api, session, () => true, answered.reject)
    await answered.promise
    expectHarmless(shown())
  })
})
