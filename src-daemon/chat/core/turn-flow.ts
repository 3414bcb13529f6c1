import type { CallFlow } from '../../capabilities/index.ts'

/** What the calls of a turn can follow; what its words name is done once. */
export const flowOf = (
  words: string,
  { foreign, own, kept, extracted }: Pick<CallFlow, 'foreign' | 'own' | 'kept' | 'extracted'>,
): CallFlow => {
  const spent = new Set<string>()
  const confirmed = new Set<string>()
  return {
    words,
    foreign,
    own,
    kept,
    extracted,
    spend: (what) => {
      if (spent.has(what)) return false
      spent.add(what)
      return true
    },
    confirm: (texts) => {
      for (const text of texts) confirmed.add(text)
    },
    isConfirmed: (text) => confirmed.has(text),
  }
}
