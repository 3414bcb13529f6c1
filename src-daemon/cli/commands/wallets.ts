import { text as readText } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import { WALLET_FAMILIES, type WalletFamily } from '../../contract/identity.ts'
import type { WalletAccount } from '../../contract/wallets.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns } from '../console/output.ts'
import type { Api } from '../console/session.ts'
import { askSecret, isInteractive } from '../console/terminal.ts'
import { readNamedFile } from './files.ts'
import { addWalletMoneyCommands } from './wallets-money.ts'

interface OfFamily {
  readonly family: WalletFamily
}

/** Larger than any file with one key. */
const MAX_KEY_TEXT = 10_000

/** `satchel wallets`: accounts on chains, their networks, what may be spent, and what was signed. */
export const addWalletsCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const wallets = program.command('wallets').description(text('cli_wallets'))
  const chosenFamily = () =>
    new Option('--family <family>', text('cli_wallets_family')).choices(WALLET_FAMILIES).default('evm')

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
    .addOption(chosenFamily())
    .action(async (label: string, { family }: OfFamily) => {
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
    .addOption(chosenFamily())
    .action(async (file: string, label: string, { family }: OfFamily) => {
      const { withDaemon, output } = session()
      // Typed unseen, from a pipe or from a file, never as an argument, which other programs and the shell's history can see.
      const secret =
        file !== '-'
          ? readNamedFile(file).bytes.toString('utf8')
          : isInteractive(io)
            ? ((await askSecret(io, text('cli_q_wallets_secret'))) ?? '')
            : await readText(io.stdin)
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
    .addOption(chosenFamily())
    .action(async (address: string, label: string, { family }: OfFamily) => {
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
      await withDaemon(async (api) => {
        const family = await familyAt(api, address)
        await api.wallets.rename.mutate({ family, label, address })
      })
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
        await api.wallets.remove.mutate({ family: await familyAt(api, address), address })
      })
      output.result({ address }, () => {
        output.say('cli_wallets_removed', { address })
      })
    })

  addWalletMoneyCommands(wallets, deps)
}

/** Only EVM addresses are written in more than one way; an address that isn't listed is looked for among them. */
const familyAt = async (api: Api, address: string): Promise<WalletFamily> => {
  const all = await api.wallets.accounts.query()
  return all.find((one) => one.address === address.trim())?.family ?? 'evm'
}

const rowOf = ({ family, address, label, origin, backedUpAt }: WalletAccount): readonly string[] => [
  family,
  address,
  origin,
  origin === 'watched' || backedUpAt !== null ? '' : '!',
  label,
]
