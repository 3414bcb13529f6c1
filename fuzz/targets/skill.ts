import { skillFactsSchema, skillFileSchema, skillProblemSchema } from '../../src-daemon/contract/skills.ts'
import { checked } from '../../src-daemon/skills/files.ts'
import { sayFinding } from '../../src-daemon/skills/findings.ts'
import { readSkill } from '../../src-daemon/skills/read.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const skill = (...lines: readonly string[]): string =>
  ['---', ...lines, '---', '', '# Hello', 'Say it.'].join('\n')

/** A `SKILL.md`. */
export const target: Target = {
  maxBytes: 4 * 1024,
  seeds: () => [
    skill('name: demo', 'description: Says hello. Use it for greetings.'),
    skill(
      ...[
        'name: demo',
        'description: >-',
        '  Says',
        '  hello.',
        'license: MIT',
        'compatibility: Needs python3',
      ],
      ...['metadata:', '  version: "2.1"', '  satchel-hosts: api.example.org, b.example.org:8443'],
      'allowed-tools: Read Bash(python3 *) mcp__files__read_file mcp:files/read',
    ),
    skill(
      'name: Not A Name',
      'description: with: a colon',
      'allowed-tools: [Read, "Bash(rm *)"]',
      'name: twice',
    ),
    skill('description: &a x', 'metadata: {a: *a, b: 1, c: [x]}', 'version: 1.0'),
    '\uFEFF---\r\nname: x\r\n...\r\nSome words.\r\n',
    'No front matter, but a paragraph.',
  ],
  run: (input) => {
    const files = new Map([
      ['SKILL.md', input],
      ['scripts/run.py', Buffer.from('print(1)')],
    ])
    const { skill: read, findings } = readSkill(checked(files), 'demo')
    for (const finding of findings) {
      const said = sayFinding(finding, 'en')
      promised(skillProblemSchema.safeParse(said).success && said.message !== '', 'a problem is one')
      const lines = input.toString('utf8').split(/\r\n?|\n/).length
      promised((said.line ?? 0) <= lines, 'a problem is at a place')
    }
    const failed = findings.some(({ severity }) => severity === 'error')
    promised((read === null) === failed, 'a skill with an error is none')
    if (read === null) return
    promised(skillFactsSchema.safeParse(read).success, 'what is shown of a skill is complete')
    promised(
      read.listed.every((file) => skillFileSchema.safeParse(file).success),
      'its files are listed',
    )
    promised(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(read.name) && read.description !== '', 'a skill has a name')
  },
}
