/** The format of a pasted or opened secret, which decides which further inputs are needed. */
export interface SecretTraits {
  /** Hex digits alone don't say which curve they are for. */
  readonly needsKind: boolean
  /** An encrypted PEM. */
  readonly needsPassphrase: boolean
  /** A file made by Satchel or age: it has to be restored, not imported. */
  readonly isBackup: boolean
}

export const traitsOf = (text: string): SecretTraits => {
  const trimmed = text.trim()
  return {
    needsKind: /^(0x)?[0-9a-f]{64}$/i.test(trimmed),
    needsPassphrase:
      trimmed.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----') || trimmed.includes('Proc-Type: 4,ENCRYPTED'),
    isBackup:
      trimmed.startsWith('age-encryption.org/v1') || trimmed.startsWith('-----BEGIN AGE ENCRYPTED FILE-----'),
  }
}
