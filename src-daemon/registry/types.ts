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
