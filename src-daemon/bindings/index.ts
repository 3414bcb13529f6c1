/** The door of `bindings/`: how a tool runs, and the one way to the network. */
export { runHttpBinding } from './http-binding.ts'
export {
  createNetworkGuard,
  type FetchLike,
  type NetworkGuard,
  type NetworkGuardDeps,
} from '../network/guard.ts'
export { createAgents, type AgentsDeps, type ListenForAgents } from './a2a/agents.ts'
export { callAgent } from './a2a/call-agent.ts'
export { fetchDidDocument } from '../network/did-documents.ts'
export { createPackageSecrets } from './package-secrets.ts'
export { createBundleFiles } from './mcp/bundle/files.ts'
export { createServerSources } from './mcp/sources.ts'
export { serviceEffect, serviceOf } from './mcp/effect.ts'
export { toolOff } from './mcp/rules.ts'
export { createToolAsker, type ToolAsker } from './mcp/tool-asker.ts'
export { createLineReader } from './mcp/line-reader.ts'
export { createServices, type ServicesDeps } from './mcp/services.ts'
export { sweepSignIns } from './mcp/oauth/kept.ts'
export { createServiceSecrets, secretNamesOf, withSecrets } from './mcp/service-secrets.ts'
export { createScriptRunner, type ScriptEnd, type ScriptRun } from './scripts/run-script.ts'
export { createSandbox } from '../sandbox/sandbox.ts'
export { runWasmBinding, type FetchBlob } from './wasm/binding.ts'
export { createPackageModules } from './wasm/modules.ts'
export { createModuleRunner, type ModuleRunner } from './wasm/run-module.ts'
export type { NetworkPolicy, PackageHostPolicy, UserEndpointPolicy } from '../network/policy.ts'
export type { Patience, SilenceLimit } from '../network/idle-timeout.ts'
