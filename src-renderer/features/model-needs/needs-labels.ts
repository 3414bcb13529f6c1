import type { CapabilityNeeds } from '../../../src-daemon/contract/models.ts'
import { t } from '../../i18n/index.ts'

type Needs = Pick<CapabilityNeeds, 'minContextWindow' | 'modelFamily' | 'requiredFeatures'>

/** A capability's model requirements, one per line. Families and features are the package's own words. */
export const needsLabels = ({ minContextWindow, modelFamily, requiredFeatures }: Needs): string[] => [
  ...(minContextWindow === null ? [] : [t('models.needs.window', { count: minContextWindow })]),
  ...(modelFamily.length === 0 ? [] : [t('models.needs.family', { families: modelFamily.join(', ') })]),
  ...requiredFeatures.map((feature) => t('models.needs.feature', { feature })),
]

/** How well the available models meet the requirements; `noModel`: there is only the planner. */
export const needsVerdict = ({
  fits,
}: Pick<CapabilityNeeds, 'fits'>): 'met' | 'partly' | 'none' | 'noModel' => {
  const models = fits.filter(({ model }) => model.provider !== 'planner')
  if (models.length === 0) return 'noModel'
  if (models.some(({ unmet }) => unmet.length === 0)) return 'met'
  return models.some(({ blocked }) => !blocked) ? 'partly' : 'none'
}
