/**
 * What makers charge for a million tokens of input and output, in US dollars: their list prices on a date, without discounts
 * for cached input or batches. The owner can change each.
 */
interface Listed {
  /** Host of the maker's own service; others may charge differently. */
  readonly host: string
  /** ISO date. */
  readonly asOf: string
  /** By the name of the model, to which a date or `-latest` may be added. */
  readonly prices: Readonly<Record<string, readonly [input: number, output: number]>>
}

export const PRICE_LIST: readonly Listed[] = [
  {
    host: 'api.openai.com',
    asOf: '2026-03-01',
    prices: {
      'gpt-5.4': [2.5, 15],
      'gpt-5.1': [1.25, 10],
      'gpt-5-pro': [15, 120],
      'gpt-5': [1.25, 10],
      'gpt-5-mini': [0.25, 2],
      'gpt-5-nano': [0.05, 0.4],
      'gpt-4.1': [2, 8],
      'gpt-4.1-mini': [0.4, 1.6],
      'gpt-4.1-nano': [0.1, 0.4],
      'gpt-4o': [2.5, 10],
      'gpt-4o-mini': [0.15, 0.6],
      o3: [2, 8],
      'o3-mini': [1.1, 4.4],
      'o4-mini': [1.1, 4.4],
    },
  },
  {
    host: 'api.anthropic.com',
    asOf: '2026-03-01',
    prices: {
      'claude-opus-4-7': [5, 25],
      'claude-opus-4-6': [5, 25],
      'claude-opus-4-5': [5, 25],
      'claude-opus-4-1': [15, 75],
      'claude-opus-4': [15, 75],
      'claude-sonnet-4-6': [3, 15],
      'claude-sonnet-4-5': [3, 15],
      'claude-sonnet-4': [3, 15],
      'claude-3-7-sonnet': [3, 15],
      'claude-haiku-4-5': [1, 5],
      'claude-3-5-haiku': [0.8, 4],
      'claude-3-haiku': [0.25, 1.25],
    },
  },
  {
    host: 'generativelanguage.googleapis.com',
    asOf: '2026-03-01',
    prices: {
      'gemini-2.5-pro': [1.25, 10],
      'gemini-2.5-flash': [0.3, 2.5],
      'gemini-2.5-flash-lite': [0.1, 0.4],
    },
  },
]

/** What may follow the name: nothing, or a date or `latest`, which are versions of the same model. */
const VERSION = /^(?:-(?:latest|\d{8}|\d{4}-\d{2}-\d{2}))?$/

/** The list price of a model, by its maker's host and its name; null if it isn't listed. */
export const listedPrice = (
  host: string,
  name: string,
): { readonly input: number; readonly output: number; readonly asOf: string } | null => {
  const list = PRICE_LIST.find((one) => one.host === host)
  const plain = name.replace(/^models\//, '')
  for (const [listed, [input, output]] of Object.entries(list?.prices ?? {})) {
    const isIt = plain.startsWith(listed) && VERSION.test(plain.slice(listed.length))
    if (isIt) return { input, output, asOf: list?.asOf ?? '' }
  }
  return null
}
