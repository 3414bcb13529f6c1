/** The door of CAP: the only way any tool or skill is found and run. */
export { createAcpSource, type AcpSourceDeps, type BindingRunner } from './acp-source.ts'
export { exposableTools, invokeForAgent } from './agents.ts'
export { createCapabilities, type CapabilitiesDeps } from './capabilities.ts'
export { createMcpSource, type McpSourceDeps } from './mcp-source.ts'
export type { SkillOutcome, SkillRunner } from './skills.ts'
export { toolsOf, type ExposedTool } from './tools.ts'
export { createSchemaChecker, sayProblems, type SchemaChecker, type SchemaProblem } from './validate.ts'
