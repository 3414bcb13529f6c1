import { SatchelError } from '../../platform/errors.ts'

const MIN_LENGTH = 8

/** That a passphrase about to be set is long enough. Errors: `weak_passphrase`. */
export const checkNewPassphrase = (passphrase: string): void => {
  if (passphrase.length < MIN_LENGTH)
    throw new SatchelError('weak_passphrase', { params: { minimum: MIN_LENGTH } })
}
