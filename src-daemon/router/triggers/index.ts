/** Regex and keyword triggers, however many there are. */
export { prepareText, type RoutedText } from './message.ts'
export { explains, type Signal, type TriggerMatch } from './place.ts'
export { createTriggerIndex, type TriggerHit, type TriggerIndex } from './trigger-index.ts'
