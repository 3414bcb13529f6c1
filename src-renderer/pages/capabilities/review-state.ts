import type { ErrorView } from '../../../src-daemon/platform/errors.ts'
import type { PermissionReview, Problem } from '../../../src-daemon/packages/types.ts'

/** What the review sheet shows. Only `review` ever has an install button. */
export type ReviewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'review'; readonly review: PermissionReview }
  | { readonly kind: 'refused'; readonly error: ErrorView; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly error: ErrorView }

/** A failure of a review: a package that is refused says why; anything else can be tried again. */
export const failedReview = (error: ErrorView): ReviewState =>
  error.code === 'package_rejected'
    ? { kind: 'refused', error, problems: problemsOf(error.details) }
    : { kind: 'failed', error }

/** Whether the user has agreed to everything the review asks: warnings are accepted one decision for all. */
export const canInstall = (state: ReviewState, warningsAccepted: boolean): boolean =>
  state.kind === 'review' && (state.review.warnings.length === 0 || warningsAccepted)

/** What installing does to what is there: a new capability, the same one again, or another version. */
export const installKind = (review: PermissionReview): 'install' | 'again' | 'replace' => {
  if (review.installedVersion === null) return 'install'
  return review.installedVersion === review.version ? 'again' : 'replace'
}

/** The problems in the details of `package_rejected`; what does not look like one is left out. */
export const problemsOf = (details: unknown): readonly Problem[] => {
  if (typeof details !== 'object' || details === null || !('problems' in details)) return []
  return Array.isArray(details.problems) ? details.problems.filter(isProblem) : []
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'message' in value &&
  'line' in value &&
  'column' in value &&
  typeof value.message === 'string' &&
  typeof value.line === 'number'
