import { withoutFence } from '../../platform/lenient-json.ts'
import { startOfMarked } from './written-calls.ts'

/** The beginning of a call as JSON, as far as it goes. */
const CALL =
  /^\[?\s*\{\s*"(?:name|tool|tool_name|function)"\s*:\s*(?:"[^"]*"|\{)[\s\S]*"(?:arguments|parameters|args)"\s*:/

/** Whether an answer is a call that its model wrote as text, and that could not be read as one of an offered tool. */
export const looksLikeCall = (answer: string): boolean => {
  const text = answer.trim()
  return CALL.test(withoutFence(text)) || startOfMarked(text) !== -1
}
