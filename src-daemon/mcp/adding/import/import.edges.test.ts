/**
 * Lists as each app writes them, and malformed ones: `testing/apps` and `testing/edges`. The expected result of a list is
 * beside it as `NAME.expected.json`; a new one joins by being put there.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../platform/decode-text.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { createServerImporter } from './importer.ts'
import { summaryOf } from './testing/summary.ts'

const importer = createServerImporter({
  language: () => 'en',
  home: '/home/ana',
  platform: 'linux',
  env: {},
  locate: (command) => Promise.reject(new SatchelError('server_program_missing', { params: { command } })),
})

describe.each(['apps', 'edges'])('the lists in testing/%s', (folder) => {
  const at = join(import.meta.dirname, 'testing', folder)
  const files = readdirSync(at).filter((file) => !file.endsWith('.expected.json'))

  it.each(files)('are read: %s', async (file) => {
    const expected = join(
      at,
      `${basename(file, extname(file))}${extname(file) === '.json' ? '' : extname(file)}.expected.json`,
    )
    const read = await importer.read(decodeText(readFileSync(join(at, file))))
    expect(read.map(summaryOf)).toEqual(JSON.parse(readFileSync(expected, 'utf8')))
  })
})
