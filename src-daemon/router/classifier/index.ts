/** The classifier: which capability a message resembles most, for when no trigger decides. */
export { createClassifier } from './classifier.ts'
export type { Classifier, ClassifierCapability, ClassifierScore } from './types.ts'
