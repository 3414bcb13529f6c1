/** Minimum length of a new passphrase; the daemon uses the same. */
const MIN_LENGTH = 8

export const isLongEnough = (passphrase: string): boolean =>
  [...passphrase.normalize('NFC')].length >= MIN_LENGTH

/** Whether both are the same characters, however a keyboard or the clipboard spells them. */
export const isSamePassphrase = (one: string, other: string): boolean =>
  one.normalize('NFC') === other.normalize('NFC')

/** Whether both inputs match and form a valid passphrase. */
export const isNewPassphrase = (passphrase: string, repeated: string): boolean =>
  isLongEnough(passphrase) && isSamePassphrase(passphrase, repeated)
