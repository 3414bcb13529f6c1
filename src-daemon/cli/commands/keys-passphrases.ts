import { SatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'
import type { Io } from '../console/io.ts'
import type { PlainPhraseKey } from '../../text/index.ts'
import type { Api } from '../console/session.ts'
import { askPassphrase, chooseNewPassphrase, isInteractive, warnOfPassphrase } from '../console/terminal.ts'

/** Environment variables for non-interactive use: a passphrase is never an argument, which others can read. */
export type PassphraseVariable =
  | 'SATCHEL_VAULT_PASSPHRASE'
  | 'SATCHEL_NEW_VAULT_PASSPHRASE'
  | 'SATCHEL_BACKUP_PASSPHRASE'

/** Passphrases from the environment or the terminal. Errors: `passphrase_needed` if there is neither. */
export interface Passphrases {
  /** An existing passphrase. */
  known(variable: PassphraseVariable, question?: PlainPhraseKey): Promise<string>
  /** A new one: asked twice, and judged by the daemon. */
  chosen(variable: PassphraseVariable, api: Api): Promise<string>
}

export const createPassphrases = (io: Io, language: Language): Passphrases => {
  const given = async (variable: PassphraseVariable, ask: () => Promise<string>): Promise<string> => {
    const found = io.env[variable]
    if (found !== undefined) return found
    if (!isInteractive(io)) throw new SatchelError('passphrase_needed', { params: { variable } })
    return ask()
  }
  return {
    known: (variable, question) =>
      given(variable, () => askPassphrase(io, language, question ?? 'cli_q_unlock')),
    chosen: async (variable, api) => {
      const judge = (passphrase: string) => api.system.judgePassphrase.mutate({ passphrase })
      const found = io.env[variable]
      // The daemon refuses a weak one with the reason.
      if (found !== undefined) {
        const judged = await judge(found)
        if (judged.strength === 'fair') warnOfPassphrase(io, language, judged)
      }
      return given(variable, () => chooseNewPassphrase(io, language, judge))
    },
  }
}
