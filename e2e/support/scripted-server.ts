import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const fixtures = join(import.meta.dirname, '..', '..', 'src-daemon', 'mcp', 'testing')

/** A server whose tools a test sets, at any time; `command` is what `satchel servers add` takes after the name. */
export const makeScriptedServer = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-script-'))
  const file = join(folder, 'script.json')
  const program = [process.execPath, join(fixtures, 'scripted-server.mjs'), file]
  return {
    command: ['--read', fixtures, '--read', folder, '--', ...program],
    setScript: ({
      tools,
      answers = {},
    }: {
      readonly tools: readonly {
        readonly name: string
        readonly description: string
        readonly inputSchema?: object
      }[]
      /** Results of calls, by tool. */
      readonly answers?: Readonly<Record<string, object>>
    }) => {
      const all = tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool }))
      writeFileSync(file, JSON.stringify({ tools: all, answers }))
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
