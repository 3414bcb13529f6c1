import type { Command } from 'commander'
import { SatchelError } from '../../platform/errors.ts'
import { columns } from '../output.ts'
import type { CommandDeps } from '../program.ts'
import { askPassphrase, isInteractive } from '../terminal.ts'

/** `satchel keys list|log|unlock` */
export const addKeysCommands = (program: Command, { text, session, env }: CommandDeps): void => {
  const keys = program.command('keys').description(text('cli_keys'))

  keys
    .command('list')
    .description(text('cli_keys_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const [list, status] = await withDaemon((api) =>
        Promise.all([api.identity.keys.query(), api.identity.status.query()]),
      )
      output.result({ ...status, keys: list }, () => {
        for (const line of columns(list.map((key) => [key.label, key.kind, key.backend, key.did])))
          output.line(line)
      })
    })

  keys
    .command('log')
    .description(text('cli_keys_log'))
    .action(async () => {
      const { withDaemon, output } = session()
      const records = await withDaemon((api) => api.identity.signatures.query({ limit: 100 }))
      output.result(records, () => {
        for (const line of columns(records.map((one) => [one.at, one.purpose, one.requester, one.digest])))
          output.line(line)
        if (records.length === 0) output.say('cli_none')
      })
    })

  keys
    .command('unlock')
    .description(text('cli_keys_unlock'))
    .action(async () => {
      const { withDaemon, output, language } = session()
      const given = env['SATCHEL_VAULT_PASSPHRASE']
      if (given === undefined && !isInteractive()) throw new SatchelError('vault_needs_passphrase')
      const passphrase = given ?? (await askPassphrase(language))
      await withDaemon((api) => api.identity.unlock.mutate({ passphrase }))
      output.result({ unlocked: true }, () => {
        output.say('cli_unlocked')
      })
    })
}
