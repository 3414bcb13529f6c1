/** The door of `mcp/`: the owner's MCP servers, from adding one to calling its tools. */
export { createServices, type ServicesDeps } from './servers/servers.ts'
export type {
  OfferedService,
  OfferedTool,
  ServiceSecrets,
  ServicesService,
  ServiceToolFacts,
} from './servers/types.ts'
export type { AskOptions, ServiceAnswer, ServiceCall, ServiceProgress } from './sessions/types.ts'
export { createServerSources } from './adding/sources.ts'
export { createBundleFiles } from './adding/bundles/files.ts'
export type { BundlesService } from './adding/bundles/types.ts'
export type { ServiceImporter } from './adding/import/types.ts'
export type { RegistryService } from './adding/registry/types.ts'
export { createServiceSecrets, secretNamesOf, withSecrets } from './servers/server-secrets.ts'
export { serviceEffect, serviceOf } from './servers/effect.ts'
export { toolOff } from './records/rules.ts'
export { createToolAsker, type ToolAsker } from './servers/tool-asker.ts'
export { createLineReader } from './transports/line-reader.ts'
export { sweepSignIns } from './oauth/kept.ts'
