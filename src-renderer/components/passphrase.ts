/** Minimum length of a new passphrase; the daemon uses the same. */
const MIN_LENGTH = 8

export type Strength = 'weak' | 'fair' | 'good' | 'strong'

/**
 * A rough estimate of strength from length and kinds of characters; repeated characters count little. Only a hint: the
 * one rule is the length.
 */
export const strengthOf = (passphrase: string): Strength => {
  const characters = [...passphrase]
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u, /\p{Lo}/u].filter((kind) =>
    kind.test(passphrase),
  )
  const variety = new Set(characters).size
  const bits = Math.min(characters.length, variety * 2) * (1.5 + kinds.length * 0.6)
  if (bits < 30) return 'weak'
  if (bits < 45) return 'fair'
  return bits < 65 ? 'good' : 'strong'
}

export const isLongEnough = (passphrase: string): boolean => [...passphrase].length >= MIN_LENGTH

/** Whether both inputs match and form a valid passphrase. */
export const isNewPassphrase = (passphrase: string, repeated: string): boolean =>
  isLongEnough(passphrase) && passphrase === repeated
