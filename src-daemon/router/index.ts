/** The door of `router/`: which capability a message is for, and why. */
export { createClassifier, type Classifier, type ClassifierCapability } from './classifier/index.ts'
export { parseCommand } from './commands.ts'
export { createMeaning } from './meaning/index.ts'
export { createCorrections, type Corrections } from './corrections.ts'
export { createRouter, type RouteInput, type Router, type RouterDeps } from './router.ts'
export { createRouteTrials, type RouteTrials } from './trial.ts'
export type { SlowLearner } from './meaning/slow-learner.ts'
export {
  evaluateRouting,
  type RoutingPrediction,
  type RoutingQuery,
  type RoutingSummary,
} from './evaluation.ts'
export { createToolSearch, type SearchedTool, type ToolSearch } from './tool-search.ts'
export type { Likeness } from './classifier/likeness.ts'
export { explained } from './text/words.ts'
