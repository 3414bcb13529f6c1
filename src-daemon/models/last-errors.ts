import { SatchelError, toErrorView } from '../platform/errors.ts'
import type { Language } from '../contract/language.ts'
import type { LanguageModel } from './core/types.ts'
import type { ModelProviderStatus } from '../contract/models.ts'

/** Remembers what failed last at each provider while one of its models answered; until the daemon ends. */
export const createLastErrors = (deps: { readonly now: () => Date; readonly language: () => Language }) => {
  const last = new Map<string, { error: SatchelError; at: string }>()

  return {
    /** The same model, watched; its failures say which model failed, so that another one can be offered. */
    watch: (model: LanguageModel): LanguageModel => ({
      info: model.info,
      async *chat(request) {
        try {
          yield* model.chat(request)
        } catch (thrown) {
          if (!(thrown instanceof SatchelError)) throw thrown
          const error = ofModel(thrown, model.info)
          last.set(model.info.provider, { error, at: deps.now().toISOString() })
          throw error
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

/** The network and the key store do not know for which model they were asked. */
const ofModel = (error: SatchelError, { id }: LanguageModel['info']): SatchelError => {
  const { code, params, details } = error
  const known = typeof details === 'object' && details !== null ? details : {}
  return 'model' in known
    ? error
    : new SatchelError(code, { params, details: { ...known, model: id }, cause: error })
}
