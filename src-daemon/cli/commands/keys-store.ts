import { Argument, type Command } from 'commander'
import { keyStoreBackendSchema, type KeyStoreBackend, type KeyStoreStatus } from '../../contract/identity.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import { createPassphrases, type Passphrases } from './keys-passphrases.ts'

/** `satchel keys status|unlock|lock|move|passphrase`: where secrets are stored. */
export const addKeysStoreCommands = (keys: Command, { text, session, io }: CommandDeps): void => {
  keys
    .command('status')
    .description(text('cli_keys_status'))
    .action(async () => {
      const { withDaemon, output } = session()
      const status = await withDaemon((api) => api.identity.status.query())
      output.result(status, () => {
        const { backend, state, keychainProblem, keychainName, locksAt } = status.keyStore
        output.line(status.ownerDid)
        if (backend === 'keychain') output.say('cli_keys_in_keychain', { name: keychainName ?? '' })
        else output.say('cli_keys_in_vault')
        if (keychainProblem !== null) output.say(`keychain_problem_${keychainProblem}`)
        output.say(`cli_keys_state_${state}`)
        if (locksAt !== null) output.say('cli_keys_locks_at', { time: locksAt })
      })
    })

  keys
    .command('unlock')
    .description(text('cli_keys_unlock'))
    .action(async () => {
      const { withDaemon, output, language } = session()
      await withDaemon(async (api) => {
        const { backend, state } = (await api.identity.status.query()).keyStore
        // The daemon's start needed the passphrase, and has asked for it.
        if (backend === 'vault' && state === 'ready') return
        const passphrase = await createPassphrases(io, language).known('SATCHEL_VAULT_PASSPHRASE')
        await api.identity.unlock.mutate({ passphrase })
      })
      output.result({ unlocked: true }, () => {
        output.say('cli_unlocked')
      })
    })

  keys
    .command('lock')
    .description(text('cli_keys_lock'))
    .action(async () => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.identity.lock.mutate())
      output.result({ locked: true }, () => {
        output.say('cli_keys_locked')
      })
    })

  keys
    .command('move')
    .description(text('cli_keys_move'))
    .addArgument(new Argument('<place>').choices(keyStoreBackendSchema.options))
    .action(async (backend: KeyStoreBackend) => {
      const { withDaemon, output, language } = session()
      const passphrases = createPassphrases(io, language)
      await withDaemon(async (api) => {
        const { keyStore } = await api.identity.status.query()
        const passphrase = await passphraseFor(backend, keyStore, passphrases, api)
        await api.identity.moveTo.mutate({ backend, passphrase })
      })
      output.result({ backend }, () => {
        output.say(`cli_keys_moved_${backend}`)
      })
    })

  keys
    .command('passphrase')
    .description(text('cli_keys_passphrase'))
    .action(async () => {
      const { withDaemon, output, language } = session()
      const passphrases = createPassphrases(io, language)
      const current = await passphrases.known('SATCHEL_VAULT_PASSPHRASE')
      await withDaemon(async (api) => {
        const next = await passphrases.chosen('SATCHEL_NEW_VAULT_PASSPHRASE', api)
        await api.identity.changePassphrase.mutate({ current, next })
      })
      output.result({ changed: true }, () => {
        output.say('cli_keys_passphrase_changed')
      })
    })
}

/** The vault's passphrase: for a new vault, or the locked one. */
const passphraseFor = async (
  to: KeyStoreBackend,
  { backend, state }: Pick<KeyStoreStatus, 'backend' | 'state'>,
  passphrases: Passphrases,
  api: Api,
): Promise<string | undefined> => {
  if (to === backend) return undefined
  if (to === 'vault') return passphrases.chosen('SATCHEL_VAULT_PASSPHRASE', api)
  return state === 'ready' ? undefined : passphrases.known('SATCHEL_VAULT_PASSPHRASE')
}
