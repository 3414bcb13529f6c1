import { SatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'
import type { Io } from '../console/io.ts'
import type { PlainPhraseKey } from '../../text/index.ts'
import { askPassphrase, chooseNewPassphrase, isInteractive } from '../console/terminal.ts'

/** Environment variables that stand in for a person: a passphrase never stands on a command line, where others can read it. */
export type PassphraseVariable =
  'SATCHEL_VAULT_PASSPHRASE' | 'SATCHEL_NEW_VAULT_PASSPHRASE' | 'SATCHEL_BACKUP_PASSPHRASE'

/** From the environment, or asked of the person. Errors: `passphrase_needed` where there is neither. */
export interface Passphrases {
  /** Of something that has one. */
  known(variable: PassphraseVariable, question?: PlainPhraseKey): Promise<string>
  /** For something new: asked twice. */
  chosen(variable: PassphraseVariable): Promise<string>
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
      given(variable, () => askPassphrase(io, language, question ?? 'cli_passphrase')),
    chosen: (variable) => given(variable, () => chooseNewPassphrase(io, language)),
  }
}
