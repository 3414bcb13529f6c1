/** What texts of strangers must not say to a model, and which of them look alike. */
export { LINT_VERSION, lintText, type LintCode, type LintFinding } from './rules.ts'
export { lookAlikes, looksLike } from './skeleton.ts'
