import type { Command } from 'commander'
import { settingsChangeSchema } from '../../contract/settings.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'

/** `satchel settings get|set` */
export const addSettingsCommands = (program: Command, { text, session }: CommandDeps): void => {
  const settings = program.command('settings').description(text('cli_settings'))

  settings
    .command('get')
    .description(text('cli_settings_get'))
    .action(async () => {
      const { withDaemon, output } = session()
      const values = await withDaemon((api) => api.settings.get.query())
      output.result(values, () => {
        for (const line of columns(Object.entries(values).map(([name, value]) => [name, shown(value)])))
          output.line(line)
      })
    })

  settings
    .command('set')
    .description(text('cli_settings_set'))
    .argument('<name>')
    .argument('<value>')
    .action(async (name: string, value: string) => {
      const { withDaemon, output } = session()
      const names = Object.keys(settingsChangeSchema.shape)
      if (!names.includes(name)) {
        const problem = say(output.language, 'cli_settings_unknown', { name, names: names.join(', ') })
        throw new SatchelError('invalid_request', { params: { problem } })
      }
      const change = settingsChangeSchema.strict().parse({ [name]: typed(value) })
      const values = await withDaemon((api) => api.settings.set.mutate(change))
      output.result(values, () => {
        output.line(`${name}  ${shown(new Map<string, unknown>(Object.entries(values)).get(name))}`)
      })
    })
}

/** Texts and numbers as they are, lists and records as JSON. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Parses `true`, `false`, `null` and numbers; anything else is text. */
const typed = (value: string): unknown => {
  if (value === 'null') return null
  if (value === 'true' || value === 'false') return value === 'true'
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}
