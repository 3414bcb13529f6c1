/** The door of `registry/trust/`: signed lists that people follow. */
export { verifyList } from './fetch-list.ts'
export {
  firstProblem,
  trustBytes,
  trustContent,
  trustContentSchema,
  trustDraftSchema,
  type TrustContent,
  type TrustDraft,
  type TrustList,
} from './format.ts'
export { createTrust } from './trust.ts'
