import { Argument, type Command } from 'commander'
import { PROFILE_NAMES } from '../../contract/profile-names.ts'
import { profileNameSchema, type Profile } from '../../contract/profile.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { columns, type Output } from '../console/output.ts'

/** `satchel profile list|set|remove|clear`: what forms are filled in with. */
export const addProfileCommands = (program: Command, { text, session }: CommandDeps): void => {
  const profile = program.command('profile').description(text('cli_profile'))
  const nameArgument = () => new Argument('<name>').choices(PROFILE_NAMES)

  const show = (output: Output, known: Profile): void => {
    output.result(known, () => {
      for (const line of columns(PROFILE_NAMES.flatMap((name) => rowOf(name, known[name])))) output.line(line)
      if (Object.keys(known).length === 0) output.say('cli_none')
    })
  }

  profile
    .command('list', { isDefault: true })
    .description(text('cli_profile_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      show(output, await withDaemon((api) => api.profile.get.query()))
    })

  profile
    .command('set')
    .description(text('cli_profile_set'))
    .addArgument(nameArgument())
    .argument('<value>')
    .action(async (given: string, value: string) => {
      const { withDaemon, output } = session()
      const name = profileNameSchema.parse(given)
      show(output, await withDaemon((api) => api.profile.change.mutate({ [name]: value })))
    })

  profile
    .command('remove')
    .description(text('cli_profile_remove'))
    .addArgument(nameArgument())
    .action(async (given: string) => {
      const { withDaemon, output } = session()
      const name = profileNameSchema.parse(given)
      show(output, await withDaemon((api) => api.profile.change.mutate({ [name]: null })))
    })

  profile
    .command('clear')
    .description(text('cli_profile_clear'))
    .action(async () => {
      const { withDaemon, output } = session()
      const nothing = Object.fromEntries(PROFILE_NAMES.map((name) => [name, null]))
      show(output, await withDaemon((api) => api.profile.change.mutate(nothing)))
    })
}

const rowOf = (name: string, value: string | undefined): string[][] =>
  value === undefined ? [] : [[name, value]]
