import type { ScriptEnd, ScriptRun } from '../../bindings/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { counterpartOf } from '../../platform/told-secrets.ts'
import { interpreterOf, textOf, type WorkFolders } from '../../skills/index.ts'
import type { Skill, SkillsService } from '../../skills/types.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import { InvokeFailure } from '../core/failure.ts'
import { runAsSkill } from './run-as-skill.ts'
import { filesSkillManifest, skillToolManifests } from './skill-manifest.ts'
import type { SkillRunner } from './skills.ts'
import type { CapabilitySource, RunContext } from '../core/types.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'

export interface SkillSourceDeps {
  readonly skills: Pick<SkillsService, 'active' | 'readText' | 'onChange'>
  readonly work: Pick<WorkFolders, 'open' | 'files' | 'read'>
  readonly runScript: (run: ScriptRun) => Promise<ScriptEnd>
  /** Runs a whole skill. */
  readonly runSkill: SkillRunner
  readonly language: () => Language
}

interface Known {
  readonly skill: Skill
  /** By capability id. */
  readonly manifests: ReadonlyMap<string, CapabilityManifest>
}

/** How many characters `read_file` returns at once: a model has no room for more. */
const PART = 12_000
const SCRIPT_DEADLINE_MS = 2 * 60_000
/** A turn may ask several tools, and its person. */
const SKILL_DEADLINE_MS = 15 * 60_000
const LISTED_FILES = 100
const ROOM_MIB = 256
const NOTHING = { effect: 'none', always: false, target: null, sentence: '' } as const
const ID = /^(skill:[^/]+\/[^/]+)(?:\/(.+))?$/u

/**
 * Skills from files as a source of capabilities (cap.md 6): `skill:<source>/<name>`, and its tools below it. Their version holds a hash of
 * all files, so changed content is another version, with separate approvals.
 */
export const createSkillSource = (deps: SkillSourceDeps): CapabilitySource => {
  const { skills, work, runScript, language } = deps
  let cache: ReadonlyMap<string, Known> | null = null
  skills.onChange(() => {
    cache = null
  })

  const all = (): ReadonlyMap<string, Known> =>
    (cache ??= new Map(
      skills.active().map((skill) => {
        const manifests = [filesSkillManifest(skill), ...skillToolManifests(skill)]
        return [skill.id, { skill, manifests: new Map(manifests.map((one) => [one.capability_id, one])) }]
      }),
    ))

  const find = ({ capability_id: id, version }: CapabilityRef) => {
    const [, skillId = '', tool = null] = ID.exec(id) ?? []
    const known = all().get(skillId)
    const manifest = known?.manifests.get(id)
    if (known === undefined || manifest?.version !== version) return null
    return { skill: known.skill, manifest, tool }
  }

  const explain: CapabilitySource['explain'] = ({ capability_id: id }) => {
    const found = all()
      .get(ID.exec(id)?.[1] ?? '')
      ?.manifests.get(id)
    return found === undefined
      ? null
      : say(language(), 'tool_is_other_version', { id, version: found.version })
  }

  const definition: CapabilitySource['definition'] = (ref) => {
    const found = find(ref)
    if (found === null) return null
    const { skill, tool } = found
    const { title, sha256: owner, source } = skill
    const origin = { kind: 'skill', name: source } as const
    return {
      title,
      origin,
      tool: tool ?? '',
      owner,
      hash: tool === null ? owner : jsonSha256({ owner, tool }),
    }
  }

  const effect: CapabilitySource['effect'] = (ref, { script }) => {
    const found = find(ref)
    if (found?.tool !== 'run_script') return NOTHING
    const { title: name, hosts } = found.skill
    const network =
      hosts.length === 0
        ? say(language(), 'effect_skill_no_network')
        : say(language(), 'effect_skill_network', { hosts: hosts.join(', ') })
    const sentence = say(language(), 'effect_skill_script', { name, script: String(script), network })
    const contained = hosts.length === 0 ? ({ contained: true } as const) : {}
    return { effect: 'process', always: false, target: String(script), sentence, ...contained }
  }

  const run: CapabilitySource['run'] = async (ref, input, context) => {
    const found = find(ref)
    if (found === null)
      throw new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: ref.capability_id } })
    const { skill, tool } = found
    if (tool === null) return runAsSkill(deps.runSkill, skill.id, input, context)
    const output =
      tool === 'read_file' ? readFile(skill, input, context) : await execute(skill, input, context)
    // The owner read and accepted its own files, each by its hash.
    const isAccepted = tool === 'read_file' && input['from'] !== 'work'
    // What its scripts read of the owner's files is theirs.
    return isAccepted
      ? { output, changes: [], integrity: 'state' }
      : { output, changes: [], integrity: 'foreign', keepers: [counterpartOf(ref.capability_id)] }
  }

  const readFile = (
    { id }: Skill,
    { path, from = 'skill', offset = 0 }: Readonly<Record<string, unknown>>,
    context: RunContext,
  ): Record<string, unknown> => {
    const text = from === 'work' ? workText(context, String(path)) : skills.readText(id, String(path)).text
    const start = Number(offset)
    const end = start + PART
    return {
      path,
      text: text.slice(start, end),
      characters: text.length,
      next_offset: end < text.length ? end : null,
    }
  }

  const workText = (context: RunContext, path: string): string => {
    const text = textOf(work.read(workFolderOf(context), path))
    if (text === null) throw new SatchelError('skill_file_no_text', { params: { path } })
    return text
  }

  const execute = async (
    skill: Skill,
    { script: given, args = [], stdin = '' }: Readonly<Record<string, unknown>>,
    context: RunContext,
  ): Promise<Record<string, unknown>> => {
    const script = String(given)
    const at = workFolderOf(context)
    const interpreter = interpreterOf(script) ?? ''
    const ended = await runScript({
      interpreter,
      script,
      args: args as string[], // its schema says so, and was checked
      stdin: String(stdin),
      folder: skill.folder,
      workFolder: work.open(at),
      hosts: skill.hosts,
      signal: context.signal,
    }).catch((thrown: unknown) => {
      throw inWords(thrown, script, interpreter)
    })
    const said = { stdout: ended.stdout.text, stderr: ended.stderr.text }
    const cut = ended.stdout.cut || ended.stderr.cut
    if (ended.ended !== null)
      throw new InvokeFailure('EXECUTION_FAILED', 'skill_script_killed', {
        params: { script, reason: say(language(), REASONS[ended.ended], { limit: ROOM_MIB }) },
        details: { reason: `script_${ended.ended}`, ...said, cut },
      })
    if (ended.code !== 0)
      throw new InvokeFailure('EXECUTION_FAILED', 'skill_script_failed', {
        params: { script, code: ended.code ?? 0 },
        details: { reason: 'script_failed', exit_code: ended.code, ...said, cut },
      })
    return { ...said, cut, files: work.files(at, LISTED_FILES).map((file) => ({ ...file })) }
  }

  return {
    list: () => [...all().values()].flatMap(({ manifests }) => [...manifests.values()]),
    describe: (id, version) => find({ capability_id: id, version })?.manifest ?? null,
    explain,
    permission: () => null,
    definition,
    effect,
    deadlineMs: ({ capability_id: id }) =>
      ID.exec(id)?.[2] === undefined ? SKILL_DEADLINE_MS : SCRIPT_DEADLINE_MS,
    onChange: skills.onChange,
    run,
  }
}

/** The folder of a conversation or, for calls by hand, of the caller: the owner and each program can't see each other's files. */
const workFolderOf = ({ turn, principal }: Pick<RunContext, 'turn' | 'principal'>): string | null =>
  turn === null && principal.kind !== 'owner'
    ? `by-${sha256Hex(JSON.stringify(principal)).slice(0, 32)}`
    : (turn?.conversationId ?? null)

const REASONS = {
  output: 'skill_script_output',
  memory: 'skill_script_memory',
  processes: 'skill_script_processes',
  room: 'skill_script_room',
  signal: 'skill_script_signal',
} as const satisfies Record<NonNullable<ScriptEnd['ended']>, string>

/** What is missing on this machine, so that the user knows what to install; the searched places aren't revealed. */
const inWords = (thrown: unknown, script: string, program: string): unknown => {
  if (!(thrown instanceof SatchelError)) return thrown
  if (thrown.code === 'server_program_missing')
    return new InvokeFailure('EXECUTION_FAILED', 'skill_program_missing', {
      params: { script, program },
      details: { reason: 'program_missing', program },
      cause: thrown,
    })
  if (thrown.code === 'server_sandbox_missing')
    return new InvokeFailure('EXECUTION_FAILED', 'skill_sandbox_missing', {
      params: { problem: String(thrown.params['problem'] ?? '?') },
      details: { reason: 'sandbox_missing' },
      cause: thrown,
    })
  return thrown
}
