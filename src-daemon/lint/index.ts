/** Finds what foreign texts must not say to a model, and names that look alike. */
export { LINT_VERSION, lintText, type LintCode, type LintFinding } from './rules.ts'
export { asksForSecret, namesSecret } from './secret-words.ts'
export { lookAlikes, looksLike } from './skeleton.ts'
export { textsIn } from './texts-in.ts'
