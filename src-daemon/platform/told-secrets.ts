import { createSecretMask, type SecretMask } from './redact.ts'

/**
 * What was told to whom while this daemon runs: the secrets that each counterpart was given or that a person typed for it. It may say
 * them again in any later call, and is masked in all it says. Nothing of this is written anywhere, not even as a hash: a PIN has ten
 * thousand values. Each counterpart has its own, because masking what one says by what another was told would let it find out whether
 * it guessed right.
 */
export interface ToldSecrets {
  /** The mask of a counterpart: `mcp:<server>`, `a2a:<agent>`, `acp:<package>`. The same each time. */
  of(counterpart: string): SecretMask
  /** A text of our own without anybody's secrets, for the log. */
  masked(text: string): string
}

/** Whose tool it is: `mcp:files` of `mcp:files/read`. */
export const counterpartOf = (capabilityId: string): string => capabilityId.split('/', 1)[0] ?? ''

export const createToldSecrets = (): ToldSecrets => {
  const masks = new Map<string, SecretMask>()
  const all = createSecretMask()
  return {
    of: (counterpart) => {
      const known = masks.get(counterpart)
      if (known !== undefined) return known
      const own = createSecretMask()
      const mask: SecretMask = {
        ...own,
        hide: (secret) => {
          own.hide(secret)
          all.hide(secret)
        },
      }
      masks.set(counterpart, mask)
      return mask
    },
    masked: all.masked,
  }
}
