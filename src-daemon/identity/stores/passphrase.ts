import { SatchelError } from '../../platform/errors.ts'

const MIN_LENGTH = 8

/**
 * A passphrase as something is locked with it: in NFC, since keyboards, clipboards and systems spell the same characters
 * in different ways. Errors: `weak_passphrase` under eight characters.
 */
export const newPassphrase = (typed: string): string => {
  const passphrase = typed.normalize('NFC')
  if ([...passphrase].length < MIN_LENGTH)
    throw new SatchelError('weak_passphrase', { params: { minimum: MIN_LENGTH } })
  return passphrase
}

/**
 * The encodings to try for decryption, without repetition: NFC, the most common, then as typed and
 * NFD, which older files and those of other programs may use. Together they count as one guess.
 */
export const spellingsOf = (passphrase: string): readonly string[] => [
  ...new Set([passphrase.normalize('NFC'), passphrase, passphrase.normalize('NFD')]),
]
