/** The door of `mcp/`: the owner's MCP servers, from adding one to calling its tools. */
export { createServers, type ServersDeps } from './servers/servers.ts'
export type {
  OfferedServer,
  OfferedTool,
  ServerSecrets,
  ServersService,
  ServerToolFacts,
} from './servers/types.ts'
export type { AskOptions, ServerAnswer, ServerCall, ServerProgress } from './sessions/types.ts'
export { visitServer, type Visit, type VisitedTool } from './servers/visit.ts'
export { createServerSources } from './adding/sources.ts'
export { createBundleFiles } from './adding/bundles/files.ts'
export type { BundlesService } from './adding/bundles/types.ts'
export type { ServerImporter } from './adding/import/types.ts'
export type { RegistryService } from './adding/registry/types.ts'
export { createServerSecrets, secretNamesOf, withSecrets } from './servers/server-secrets.ts'
export { serverEffect, serverOf } from './servers/effect.ts'
export { isFor } from './wire/tool-ui.ts'
export type { KeptApp } from './servers/server-apps.ts'
export { toolOff } from './records/rules.ts'
export { createToolAsker, type ToolAsker } from './servers/tool-asker.ts'
export { endpointPolicy } from './transports/endpoint.ts'
export { createNpmRegistry } from './pins/npm-registry.ts'
export { createLineReader } from './transports/line-reader.ts'
export { sweepSignIns } from './oauth/kept.ts'
