/** The types of CAP, for those who import no code of it. */
export * from './conformance/types.ts'
export * from './core/approvals.ts'
export * from './core/questions.ts'
export * from './core/types.ts'
export * from './overview/types.ts'
