import { decodedTexts } from './decoded-texts.ts'
import { isRecord } from './is-record.ts'
import { createSecretMask, type SecretMask } from './redact.ts'
import { createSecretFinder, type SecretFinder } from './secret-finder.ts'

/**
 * What was told to whom while this daemon runs: the secrets that each counterpart was given or that a person typed for it. It may say
 * them again in any later call, and is masked in all it says. Nothing of this is written anywhere, not even as a hash: a PIN has ten
 * thousand values. Each counterpart has its own, because masking what one says by what another was told would let it find out whether
 * it guessed right.
 */
export interface ToldSecrets {
  /** The mask of a counterpart: `mcp:<server>`, `a2a:<agent>`, `acp:<package>`, `skill:<folder>/<skill>`. The same each time. */
  of(counterpart: string): SecretMask
  /** Something of our own without anybody's secrets, for the log. */
  masked<T>(value: T): T
  /**
   * Whether what is for `counterpart` has a secret that only others were told, in any of its forms, encoded up to three times, backwards, or
   * in parts in any order. `said`: the owner's own words, whose secrets they give away themselves. Shorter ones than 8 characters aren't followed: saying
   * that one was met would let a guess be tried.
   */
  isStray(counterpart: string, value: unknown, said: string): boolean
}

const SHORTEST_FOLLOWED = 8
/** Parts that are put together in any order. Of more, so many could be tried in one call that a refusal would help to guess. */
const MOST_PARTS = 8

/** Whose tool it is: `mcp:files` of `mcp:files/read`; of a skill, which has its folder's name before its own, `skill:mine/mails`. */
export const counterpartOf = (capabilityId: string): string =>
  /^skill:[^/]+\/[^/]+/u.exec(capabilityId)?.[0] ?? capabilityId.split('/', 1)[0] ?? ''

export const createToldSecrets = (): ToldSecrets => {
  const known = new Map<string, { readonly mask: SecretMask; readonly secrets: Set<string> }>()
  const all = createSecretMask()
  /** What others were told, by counterpart; made anew once any is told something. */
  let others = new Map<string, readonly string[]>()
  const finders = new WeakMap<readonly string[], SecretFinder>()

  const entryOf = (counterpart: string): NonNullable<ReturnType<typeof known.get>> => {
    const before = known.get(counterpart)
    if (before !== undefined) return before
    const own = createSecretMask()
    const secrets = new Set<string>()
    const mask: SecretMask = {
      ...own,
      hide: (secret) => {
        own.hide(secret)
        all.hide(secret)
        if (secrets.has(secret)) return
        secrets.add(secret)
        others = new Map()
      },
    }
    const entry = { mask, secrets }
    known.set(counterpart, entry)
    return entry
  }

  const ofOthers = (counterpart: string): readonly string[] => {
    const before = others.get(counterpart)
    if (before !== undefined) return before
    const own = known.get(counterpart)?.secrets
    const found = [...known]
      .filter(([name]) => name !== counterpart)
      .flatMap(([, { secrets }]) => [...secrets])
      .filter((secret) => secret.length >= SHORTEST_FOLLOWED && own?.has(secret) !== true)
    others.set(counterpart, found)
    return found
  }

  const finderOf = (secrets: readonly string[]): SecretFinder => {
    const made = finders.get(secrets) ?? createSecretFinder(new Set(secrets))
    finders.set(secrets, made)
    return made
  }

  return {
    of: (counterpart) => entryOf(counterpart).mask,
    masked: all.masked,
    isStray: (counterpart, value, said) => {
      const strange = ofOthers(counterpart)
      if (strange.length === 0) return false
      const finder = finderOf(strange)
      const texts = textsIn(value)
      const swapped = texts.toReversed()
      const names = namesIn(value)
      const plain = [texts, swapped, texts.map(backwards), swapped.map(backwards), names].map((way) =>
        way.join(' '),
      )
      const ways = [...plain, ...[...texts, ...names].flatMap(decodedTexts)]
      const parts = [texts, texts.flatMap((text) => text.split(/\s+/u))].filter(
        ({ length }) => length <= MOST_PARTS,
      )
      const isMet = ({ places, isInParts }: SecretFinder): boolean =>
        ways.some((text) => places(text).length > 0) || parts.some(isInParts)
      if (!isMet(finder)) return false
      const unsaid = strange.filter((secret) => !said.includes(secret))
      return unsaid.length === strange.length || isMet(finderOf(unsaid))
    },
  }
}

/** The texts and numbers in a JSON value, in their order, without the names of its members. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

const namesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return isRecord(value) ? Object.entries(value).flatMap(([name, one]) => [name, ...namesIn(one)]) : []
}

const backwards = (text: string): string => Array.from(text).toReversed().join('')
