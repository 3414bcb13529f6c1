import { SatchelError, toErrorView } from '../platform/errors.ts'
import type { Language } from '../text/index.ts'
import type { LanguageModel, ModelProviderStatus } from './types.ts'

/** Remembers what failed last at each provider while one of its models answered; until the daemon ends. */
export const createLastErrors = (deps: { readonly now: () => Date; readonly language: () => Language }) => {
  const last = new Map<string, { error: SatchelError; at: string }>()

  return {
    /** The same model, watched. */
    watch: (model: LanguageModel): LanguageModel => ({
      info: model.info,
      async *chat(request) {
        try {
          yield* model.chat(request)
        } catch (thrown) {
          if (thrown instanceof SatchelError)
            last.set(model.info.provider, { error: thrown, at: deps.now().toISOString() })
          throw thrown
        }
      },
    }),
    of: (provider: string): ModelProviderStatus['lastError'] => {
      const known = last.get(provider)
      if (known === undefined) return null
      const { code, message } = toErrorView(known.error, deps.language())
      return { code, message, at: known.at }
    },
  }
}
