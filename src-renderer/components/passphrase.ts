/** Minimum length of a new passphrase; the daemon uses the same. */
const MIN_LENGTH = 8

export const isLongEnough = (passphrase: string): boolean => [...passphrase].length >= MIN_LENGTH

/** Whether both inputs match and form a valid passphrase. */
export const isNewPassphrase = (passphrase: string, repeated: string): boolean =>
  isLongEnough(passphrase) && passphrase === repeated
