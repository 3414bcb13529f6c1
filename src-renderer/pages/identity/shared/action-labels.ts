import { language, textIfAny } from '../../../i18n/index.ts'

/** The actions of an authorization in words; an unknown action keeps its name. */
export const actionLabels = (actions: readonly string[]): readonly string[] =>
  actions.map(
    (action) => textIfAny(`identity.authorizations.actions.${action.replaceAll('.', '_')}`) ?? action,
  )

/** The same as one list in the language's own format. */
export const actionList = (actions: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(actionLabels(actions))
