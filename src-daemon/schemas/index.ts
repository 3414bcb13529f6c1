/** The door of `schemas/`: the only way to compile and run the JSON Schemas of others. */
export { costOf } from './budget.ts'
export { createSchemaChecker, type SchemaChecker } from './checker.ts'
export { compileSchema, QUICK_STEPS, type Validate } from './engine.ts'
export { sizeOfValue } from './fuel.ts'
export { holdToMetaSchema, metaSchemaErrors } from './meta-schema.ts'
export { linearPattern } from './patterns.ts'
export { sayProblems, type SchemaProblem } from './problems.ts'
export { SchemaRefusal } from './refusal.ts'
