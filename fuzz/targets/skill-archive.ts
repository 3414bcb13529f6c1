import { isPortablePath } from '../../src-daemon/platform/unzip.ts'
import { findSkills } from '../../src-daemon/skills/find.ts'
import { readSkill } from '../../src-daemon/skills/read.ts'
import { makeZip } from '../../src-daemon/testing/zip.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const content = '---\nname: demo\ndescription: Says hello.\n---\nSay it.\n'

/** A zip archive of skills. */
export const target: Target = {
  maxBytes: 8 * 1024,
  seeds: () => [
    makeZip([{ name: 'SKILL.md', content }]),
    makeZip([
      { name: 'demo/SKILL.md', content },
      { name: 'demo/scripts/run.py', content: 'print(1)', mode: 0o100755 },
      { name: '__MACOSX/x', content: '' },
    ]),
    makeZip([
      { name: 'skills/one/skill.md', content },
      { name: 'skills/two/SKILL.md', content },
      { name: 'skills/Two/SKILL.md', content },
    ]),
    makeZip([
      { name: 'SKILL.md', content },
      { name: 'big', content: '\0'.repeat(300_000) },
    ]),
    makeZip([{ name: '../SKILL.md', content }]),
  ],
  run: async (input) => {
    const source = await findSkills({ kind: 'zip', fileName: 'x.zip', bytesBase64: input.toString('base64') })
    promised(source.found.length > 0, 'a skill was found, or why not is told')
    for (const { raw, folderName } of source.found) {
      const { skill, findings } = readSkill(raw, folderName)
      promised(
        (skill === null) === findings.some(({ severity }) => severity === 'error'),
        'an error makes it none',
      )
      for (const path of skill === null ? [] : raw.files.keys())
        promised(isPortablePath(path, 240), 'files of a skill stay in its folder')
    }
  },
}
