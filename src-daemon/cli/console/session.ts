import { setTimeout as pause } from 'node:timers/promises'
import { TRPCClientError } from '@trpc/client'
import type { Phase } from '../../contract/daemon.ts'
import { connectDaemon, ensureDaemon, ownRuntime, type DaemonClient } from '../../client/index.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { errorViewSchema, type ErrorView } from '../../contract/errors.ts'
import { inTerminal } from './error-text.ts'
import type { Language } from '../../contract/language.ts'
import type { Io } from './io.ts'
import { say, type PhraseKey, type PhraseParams } from '../../text/index.ts'
import { writeText, type Output } from './output.ts'
import { askPassphrase, chooseNewPassphrase, confirm, isInteractive } from './terminal.ts'

export type Api = DaemonClient['api']

/** What every command gets: the output, and the daemon if it needs it. */
export interface Session {
  readonly output: Output
  readonly io: Io
  readonly language: Language
  /** Whether `--yes` was given: consent to this one command. */
  readonly yes: boolean
  /** Runs `use` with a ready daemon, started and set up if necessary. */
  withDaemon<T>(use: (api: Api, client: DaemonClient) => Promise<T>): Promise<T>
  /** The same in any phase of the daemon. */
  withAnyDaemon<T>(use: (api: Api, client: DaemonClient) => Promise<T>): Promise<T>
  /**
   * The user's consent: asked on the terminal, or given for this command with `--yes`. Errors: `needs_consent` if there
   * is neither. False when declined.
   */
  consent<K extends PhraseKey>(question: K, ...params: PhraseParams<K>): Promise<boolean>
  /** For rare and critical consents: asked on the terminal, and `--yes` doesn't count. False without a terminal. */
  insist<K extends PhraseKey>(question: K, ...params: PhraseParams<K>): Promise<boolean>
}

export const createSession = (input: { output: Output; yes: boolean; io: Io }): Session => {
  const { output, io } = input
  const { language } = output

  const withAnyDaemon: Session['withAnyDaemon'] = async (use) => {
    const client = await connectDaemon(await ensureDaemon({ env: io.env, runtime: ownRuntime() }), 'cli')
    try {
      return await Promise.race([use(client.api, client), client.lost])
    } finally {
      await client.close()
    }
  }

  /** Waits for the start, and asks for a new vault's passphrase if the first run needs one. */
  const makeReady = async (api: Api): Promise<void> => {
    const found = await settledStatus(api)
    // For example, the keychain was unlocked; if something still blocks the data, the command reports it.
    if (found.phase.kind === 'blocked' && found.phase.remedy === 'try_again')
      await api.system.tryAgain.mutate()
    const { phase } = await settledStatus(api)
    if (phase.kind === 'needs_vault') {
      await api.system.createVault.mutate({ passphrase: await passphraseFor(api, phase) })
    }
  }

  const passphraseFor = async (api: Api, phase: Extract<Phase, { kind: 'needs_vault' }>): Promise<string> => {
    const given = io.env['SATCHEL_VAULT_PASSPHRASE']
    if (given !== undefined) return given
    if (!isInteractive(io)) throw new SatchelError('vault_needs_passphrase')
    writeText(io.stderr, `${say(language, `keychain_problem_${phase.reason}`)}\n`)
    if (phase.vaultExists) return askPassphrase(io, language, 'cli_q_unlock')
    writeText(io.stderr, `${say(language, 'cli_vault_lost')}\n`)
    return chooseNewPassphrase(io, language, (passphrase) =>
      api.system.judgePassphrase.mutate({ passphrase }),
    )
  }

  return {
    output,
    io,
    language,
    yes: input.yes,
    withAnyDaemon,
    withDaemon: (use) =>
      withAnyDaemon(async (api, client) => {
        await makeReady(api)
        return use(api, client)
      }),
    consent: async (question, ...params) => {
      if (input.yes) return true
      const sentence = say(language, question, ...params)
      if (!isInteractive(io))
        throw new SatchelError('needs_consent', {
          params: { question: sentence },
          details: { question: say('en', question, ...params) },
        })
      return confirm(io, language, sentence)
    },
    insist: async (question, ...params) =>
      !input.yes && isInteractive(io) && (await confirm(io, language, say(language, question, ...params))),
  }
}

/** The daemon's status once it has left `starting`. */
export const settledStatus = async (
  api: Api,
): Promise<Awaited<ReturnType<Api['system']['status']['query']>>> => {
  for (;;) {
    const status = await api.system.status.query()
    if (status.phase.kind !== 'starting') return status
    await pause(25)
  }
}

/** The error of a command for the user, in the daemon's own words if it came from there. */
export const errorViewOf = (thrown: unknown, language: Language): ErrorView => {
  if (thrown instanceof TRPCClientError) {
    const data: unknown = thrown.data
    const satchel = typeof data === 'object' && data !== null && 'satchel' in data ? data.satchel : undefined
    const parsed = errorViewSchema.safeParse(satchel)
    if (parsed.success) return inTerminal(parsed.data)
    return inTerminal(
      toErrorView(
        new SatchelError('daemon_unreachable', { params: { problem: thrown.message }, cause: thrown }),
        language,
      ),
    )
  }
  return inTerminal(toErrorView(thrown, language))
}
