/** The shapes of `registry/` that others may know. */
export {
  chainAccountViewSchema,
  chainChangeSchema,
  chainCostSchema,
  chainReceiptSchema,
  chainShownSchema,
  type ChainChange,
  type ChainCost,
  type RegistriesService,
} from './chain/types.ts'
export {
  publicationSchema,
  publishPlanSchema,
  type Publication,
  type PublishNote,
  type PublishPlan,
  type PublishService,
} from './publish/types.ts'
