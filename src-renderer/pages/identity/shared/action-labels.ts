import { language, textIfAny } from '../../../i18n/index.ts'

/** What an authorization allows, in words; an action without words of ours is named as it is. */
export const actionLabels = (actions: readonly string[]): readonly string[] =>
  actions.map((action) => textIfAny(`identity.authorizations.actions.${action.replace('.', '_')}`) ?? action)

/** The same as one list, joined as the language joins. */
export const actionList = (actions: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(actionLabels(actions))
