/** What a pasted or opened secret looks like, as far as it decides what has to be asked besides. */
export interface SecretTraits {
  /** Hex digits alone do not say of which curve they are. */
  readonly needsKind: boolean
  /** An encrypted PEM. */
  readonly needsPassphrase: boolean
  /** A file that Satchel or age made: it is restored, not imported. */
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
