/** The types of `bindings/`, for the API and its clients. */
export * from './a2a/types.ts'
export * from './mcp/types.ts'
export * from './mcp/offers/types.ts'
export * from './mcp/import/types.ts'
export * from './secret-types.ts'
export { packageModuleSchema, type PackageModule, type PackageModules } from './wasm/module-types.ts'
export { sandboxStatusSchema } from './sandbox/types.ts'
