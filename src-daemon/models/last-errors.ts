import { SatchelError, toErrorView } from '../platform/errors.ts'
import type { Language } from '../contract/language.ts'
import type { LanguageModel } from './core/types.ts'
import type { ModelProviderStatus } from '../contract/models.ts'

/** Remembers, until the daemon ends, the last failure of each provider while one of its models answered. */
export const createLastErrors = (deps: { readonly now: () => Date; readonly language: () => Language }) => {
  const last = new Map<string, { error: SatchelError; at: string }>()

  return {
    /** Wraps a model so that its failures name it, and another one can be offered. */
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

/** Errors of the network and of the key store do not name the model they were for. */
const ofModel = (error: SatchelError, { id }: LanguageModel['info']): SatchelError => {
  const { code, params, details } = error
  const known = typeof details === 'object' && details !== null ? details : {}
  return 'model' in known
    ? error
    : new SatchelError(code, { params, details: { ...known, model: id }, cause: error })
}
