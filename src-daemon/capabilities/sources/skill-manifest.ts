import { runsScripts } from '../../skills/index.ts'
import type { Skill } from '../../skills/types.ts'
import { SKILL_INPUT, SKILL_OUTPUT } from './skills.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'

/** A tool every skill with files has. */
export type SkillToolName = 'read_file' | 'run_script'

/** A skill from files, `skill:<source>/<name>` (cap.md 6). */
export const filesSkillManifest = (skill: Skill): CapabilityManifest => ({
  capability_id: skill.id,
  version: skill.version,
  kind: 'skill',
  name: skill.title,
  description: skill.description,
  input_schema: SKILL_INPUT,
  output_schema: SKILL_OUTPUT,
  prompt_template: skill.body,
  resources: skill.files
    .filter(({ kind }) => kind !== 'document')
    .map(({ path }) => ({
      uri: `skill://${skill.source}/${skill.name}/${path.split('/').map(encodeURIComponent).join('/')}`,
      name: path,
    })),
  required_permissions: (skill.allowedTools ?? []).map(({ written }) => written),
  x_effect: 'none',
})

/** A skill's own tools, at its version: reading its files, and running its scripts if allowed. */
export const skillToolManifests = (skill: Skill): readonly CapabilityManifest[] => [
  ...(skill.files.length > 1 ? [readFileManifest(skill)] : []),
  ...(runsScripts({ allowedTools: skill.allowedTools, files: [...skill.files] })
    ? [runScriptManifest(skill)]
    : []),
]

const readFileManifest = (skill: Skill): CapabilityManifest => ({
  ...toolOf(skill, 'read_file'),
  description:
    'Reads a text file that comes with this skill, or that a script left in the working folder. Long files come in parts.',
  input_schema: {
    type: 'object',
    properties: {
      path: { type: 'string', maxLength: 300, description: 'Path of the file, e.g. references/format.md' },
      from: {
        type: 'string',
        enum: ['skill', 'work'],
        default: 'skill',
        description: 'skill: its own files; work: the working folder of this conversation',
      },
      offset: { type: 'integer', minimum: 0, description: 'Characters to begin after' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  output_schema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      text: { type: 'string' },
      characters: { type: 'integer', description: 'Of the whole file' },
      next_offset: { type: ['integer', 'null'], description: 'Where to go on; null at the end' },
    },
    required: ['path', 'text', 'characters', 'next_offset'],
  },
  required_permissions: [],
  x_effect: 'none',
})

const runScriptManifest = (skill: Skill): CapabilityManifest => ({
  ...toolOf(skill, 'run_script'),
  description:
    'Runs a script of this skill in a sandbox. It sees the files of the skill and the working folder of this conversation, which it starts in.',
  input_schema: {
    type: 'object',
    properties: {
      script: {
        type: 'string',
        enum: skill.files.filter(({ kind }) => kind === 'script').map(({ path }) => path),
        description: 'The script to run',
      },
      args: {
        type: 'array',
        items: { type: 'string', maxLength: 8192 },
        maxItems: 64,
        description: 'Its arguments',
      },
      stdin: { type: 'string', maxLength: 1_000_000, description: 'What it reads from standard input' },
    },
    required: ['script'],
    additionalProperties: false,
  },
  output_schema: {
    type: 'object',
    properties: {
      stdout: { type: 'string' },
      stderr: { type: 'string' },
      cut: { type: 'boolean', description: 'Some of what it wrote was left out' },
      files: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, bytes: { type: 'integer' } },
          required: ['path', 'bytes'],
        },
        description: 'What is in the working folder now',
      },
    },
    required: ['stdout', 'stderr', 'cut', 'files'],
  },
  required_permissions: ['process', ...skill.hosts.map((host) => `network:${host}`)],
  x_effect: 'process',
})

const toolOf = (skill: Skill, name: SkillToolName) => ({
  capability_id: `${skill.id}/${name}`,
  version: skill.version,
  kind: 'tool' as const,
  name,
  prompt_template: null,
  resources: null,
})
