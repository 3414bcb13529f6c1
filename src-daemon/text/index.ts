/** Every text the daemon and the CLI show a person, in one place. One file per room, four languages each. */
import { z } from 'zod'
import { approvalsErrors, approvalsPhrases } from './approvals.ts'
import { authoringErrors } from './authoring.ts'
import { authorizationsErrors } from './authorizations.ts'
import { bindingsErrors, bindingsPhrases } from './bindings.ts'
import { capErrors, capPhrases } from './cap.ts'
import { capabilitiesErrors, capabilitiesPhrases } from './capabilities.ts'
import { chatErrors, chatPhrases } from './chat.ts'
import { LANGUAGES, type Language } from '../contract/language.ts'
import { didsErrors } from './dids.ts'
import { cliAcpHelpPhrases } from './cli-help-acp.ts'
import { cliIdentityHelpPhrases } from './cli-help-identity.ts'
import { cliAgentsPhrases } from './cli-agents.ts'
import { cliApprovalsPhrases } from './cli-approvals.ts'
import { cliHelpPhrases } from './cli-help.ts'
import { cliKeysPhrases } from './cli-keys.ts'
import { cliMarketPhrases } from './cli-market.ts'
import { cliModelsPhrases } from './cli-models.ts'
import { cliRegistryPhrases } from './cli-registry.ts'
import { cliRegistryIndexPhrases } from './cli-registry-index.ts'
import { cliRegistryPublishPhrases } from './cli-registry-publish.ts'
import { cliSharingPhrases } from './cli-sharing.ts'
import { cliStateHistoryPhrases } from './cli-state-history.ts'
import { cliSkillsPhrases } from './cli-skills.ts'
import { cliServicesPhrases } from './cli-services.ts'
import { cliEntriesPhrases } from './cli-entries.ts'
import { cliServicesOffersPhrases } from './cli-services-offers.ts'
import { cliServicesSwitchPhrases } from './cli-services-switch.ts'
import { cliPhrases } from './cli.ts'
import { identityErrors, identityPhrases } from './identity.ts'
import { ipfsErrors, ipfsPhrases } from './ipfs.ts'
import { keysErrors } from './keys.ts'
import { modelsErrors, modelsPhrases } from './models.ts'
import { packageProblems } from './package-problems.ts'
import { registryChainErrors } from './registry-chain.ts'
import { packagesErrors, packagesPhrases } from './packages.ts'
import { plannerPhrases } from './planner.ts'
import { platformErrors, platformPhrases } from './platform.ts'
import { registryIndexErrors } from './registry-index.ts'
import { registryPublishErrors } from './registry-publish.ts'
import { registryMarketErrors, registryMarketPhrases } from './registry-market.ts'
import { reasons } from './reasons.ts'
import { routerErrors, routerPhrases } from './router.ts'
import { samplingErrors, samplingPhrases } from './sampling.ts'
import { secretsErrors } from './secrets.ts'
import { serviceSignInErrors, serviceSignInPhrases } from './service-signin.ts'
import { servicePackagesErrors } from './service-packages.ts'
import { servicesErrors, servicesPhrases } from './services.ts'
import { servicesAddingErrors, servicesAddingPhrases } from './services-adding.ts'
import { skillProblems } from './skill-problems.ts'
import { skillsErrors, skillsPhrases } from './skills.ts'
import { sharingErrors, sharingPhrases } from './sharing.ts'
import { stateSequencesErrors } from './state-sequences.ts'
import { stateHistoryErrors } from './state-history.ts'
import { stateErrors, statePhrases } from './state.ts'
import { cliStateLifecycleHelpPhrases } from './cli-help-state-lifecycle.ts'
import { stateLifecycleErrors, stateLifecyclePhrases } from './state-lifecycle.ts'
import { stateSyncErrors, stateSyncPhrases } from './state-sync.ts'
import { storageErrors, storagePhrases } from './storage.ts'
import { turnsErrors, turnsPhrases } from './turns.ts'

const errors = {
  ...platformErrors,
  ...storageErrors,
  ...identityErrors,
  ...keysErrors,
  ...samplingErrors,
  ...secretsErrors,
  ...didsErrors,
  ...authorizationsErrors,
  ...packagesErrors,
  ...capErrors,
  ...authoringErrors,
  ...stateErrors,
  ...stateLifecycleErrors,
  ...stateSyncErrors,
  ...stateHistoryErrors,
  ...stateSequencesErrors,
  ...capabilitiesErrors,
  ...approvalsErrors,
  ...bindingsErrors,
  ...servicePackagesErrors,
  ...servicesErrors,
  ...serviceSignInErrors,
  ...servicesAddingErrors,
  ...sharingErrors,
  ...skillsErrors,
  ...routerErrors,
  ...chatErrors,
  ...turnsErrors,
  ...modelsErrors,
  ...registryChainErrors,
  ...ipfsErrors,
  ...registryIndexErrors,
  ...registryMarketErrors,
  ...registryPublishErrors,
}

const phrases = {
  ...platformPhrases,
  ...storagePhrases,
  ...identityPhrases,
  ...packagesPhrases,
  ...packageProblems,
  ...statePhrases,
  ...stateLifecyclePhrases,
  ...cliStateLifecycleHelpPhrases,
  ...stateSyncPhrases,
  ...capabilitiesPhrases,
  ...approvalsPhrases,
  ...bindingsPhrases,
  ...servicesPhrases,
  ...serviceSignInPhrases,
  ...servicesAddingPhrases,
  ...samplingPhrases,
  ...sharingPhrases,
  ...skillsPhrases,
  ...skillProblems,
  ...routerPhrases,
  ...chatPhrases,
  ...turnsPhrases,
  ...modelsPhrases,
  ...ipfsPhrases,
  ...registryMarketPhrases,
  ...plannerPhrases,
  ...capPhrases,
  ...cliHelpPhrases,
  ...cliAgentsPhrases,
  ...cliApprovalsPhrases,
  ...cliAcpHelpPhrases,
  ...cliIdentityHelpPhrases,
  ...cliKeysPhrases,
  ...cliModelsPhrases,
  ...cliMarketPhrases,
  ...cliRegistryPhrases,
  ...cliRegistryIndexPhrases,
  ...cliRegistryPublishPhrases,
  ...cliSharingPhrases,
  ...cliStateHistoryPhrases,
  ...cliServicesPhrases,
  ...cliEntriesPhrases,
  ...cliServicesOffersPhrases,
  ...cliServicesSwitchPhrases,
  ...cliSkillsPhrases,
  ...cliPhrases,
}

/** Stable identifiers of everything that can fail. */
export type ErrorCode = keyof typeof errors
export const errorCodeSchema = z.custom<ErrorCode>(
  (value) => typeof value === 'string' && Object.hasOwn(errors, value),
)
export type PhraseKey = keyof typeof phrases
/** Why something failed, where that is part of a sentence. */
export type ReasonCode = keyof typeof reasons
export type TextParams = Readonly<Record<string, string | number>>

/**
 * `{name}` becomes the parameter; `{count|object|objects}` the first word where the number `count` takes the singular in `language`,
 * else the second. `{name:why}` says the reason whose code the parameter is, with the same parameters; what is no such code stands as it is.
 */
const fill = (language: Language, template: string, params: TextParams): string =>
  template.replace(
    /\{(\w+)(?:\|([^{|}]*)\|([^{|}]*)|(:why))?\}/g,
    (whole, name: string, one?: string, other?: string, why?: string) => {
      if (!(name in params)) return whole
      const reason = why === undefined ? undefined : params[name]
      if (isReason(reason)) return fill(language, reasons[reason][language], params)
      if (one === undefined || other === undefined) return String(params[name])
      return new Intl.PluralRules(language).select(Number(params[name])) === 'one' ? one : other
    },
  )

const isReason = (value: unknown): value is ReasonCode =>
  typeof value === 'string' && Object.hasOwn(reasons, value)

/** The sentence `key` in `language`, with `params` filled in. */
export const say = (language: Language, key: PhraseKey, params: TextParams = {}): string =>
  fill(language, phrases[key][language], params)

/** What the failure `code` says in `language`: one sentence about it and one about what to do. */
export const sayError = (
  language: Language,
  code: ErrorCode,
  params: TextParams = {},
): { message: string; action: string } => ({
  message: fill(language, errors[code].message[language], params),
  action: fill(language, errors[code].action[language], params),
})

/** The language of an OS locale such as `ja_JP.UTF-8`; `en` where it is not one of ours (asm.md 4.2). */
export const languageOfLocale = (locale: string | undefined): Language => {
  const prefix = (locale ?? '').toLowerCase().split(/[-_.]/)[0]
  return LANGUAGES.find((language) => language === prefix) ?? 'en'
}
