/** What the router asks when no trigger decides: which capability a message is most like. */
export { createClassifier } from './classifier.ts'
export type { Classifier, ClassifierCapability, ClassifierScore } from './types.ts'
