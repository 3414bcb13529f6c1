import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { WalletAccount } from '../../contract/wallets.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns } from '../console/output.ts'
import { readNamedFile } from './files.ts'
import { addWalletMoneyCommands } from './wallets-money.ts'

const family = 'evm'
/** Larger than any file with one key. */
const MAX_KEY_TEXT = 10_000

/** `satchel wallets`: accounts on chains, their networks, what may be spent, and what was signed. */
export const addWalletsCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const wallets = program.command('wallets').description(text('cli_wallets'))

  wallets
    .command('list')
    .description(text('cli_wallets_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.wallets.accounts.query())
      output.result(all, () => {
        for (const line of columns(all.map(rowOf))) output.line(line)
        if (all.length === 0) output.say('cli_none')
      })
    })

  wallets
    .command('create')
    .description(text('cli_wallets_create'))
    .argument('<name>')
    .action(async (label: string) => {
      const { withDaemon, output } = session()
      const made = await withDaemon((api) => api.wallets.create.mutate({ family, label }))
      output.result(made, () => {
        output.say('cli_wallets_made', { label: made.label, address: made.address })
        output.say('cli_wallets_back_up')
      })
    })

  wallets
    .command('import')
    .description(text('cli_wallets_import'))
    .argument('<file>')
    .argument('<name>')
    .action(async (file: string, label: string) => {
      const { withDaemon, output } = session()
      // From a file or a pipe, never as an argument, which other programs and the shell's history can see.
      const secret = file === '-' ? await readText(io.stdin) : readNamedFile(file).bytes.toString('utf8')
      if (secret.trim() === '' || secret.length > MAX_KEY_TEXT) throw new SatchelError('key_import_invalid')
      const made = await withDaemon((api) => api.wallets.import.mutate({ family, label, text: secret }))
      output.result(made, () => {
        output.say('cli_wallets_made', { label: made.label, address: made.address })
      })
    })

  wallets
    .command('watch')
    .description(text('cli_wallets_watch'))
    .argument('<address>')
    .argument('<name>')
    .action(async (address: string, label: string) => {
      const { withDaemon, output } = session()
      const made = await withDaemon((api) => api.wallets.watch.mutate({ family, label, address }))
      output.result(made, () => {
        output.say('cli_wallets_made', { label: made.label, address: made.address })
      })
    })

  wallets
    .command('rename')
    .description(text('cli_wallets_rename'))
    .argument('<address>')
    .argument('<name>')
    .action(async (address: string, label: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.wallets.rename.mutate({ family, label, address }))
      output.result({ address, label }, () => {
        output.say('cli_wallets_renamed', { label })
      })
    })

  wallets
    .command('remove')
    .description(text('cli_wallets_remove'))
    .argument('<address>')
    .action(async (address: string) => {
      const { withDaemon, output, consent } = session()
      await withDaemon(async (api) => {
        if (!(await consent('cli_q_wallets_remove', { address }))) throw new Declined()
        await api.wallets.remove.mutate({ family, address })
      })
      output.result({ address }, () => {
        output.say('cli_wallets_removed', { address })
      })
    })

  addWalletMoneyCommands(wallets, deps)
}

const rowOf = ({ address, label, origin, backedUpAt }: WalletAccount): readonly string[] => [
  address,
  origin,
  origin === 'watched' || backedUpAt !== null ? '' : '!',
  label,
]
