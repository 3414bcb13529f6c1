import {
  createModuleRunner,
  createScriptRunner,
  runNuwaA2aBinding,
  runHttpBinding,
  runWasmBinding,
} from '../bindings/index.ts'
import {
  createAcpSource,
  createAgentSource,
  createMcpSource,
  createOrderSource,
  createPlanSource,
  createQuestionSource,
  createReceipts,
  createSkillSource,
  type Orders,
  type QuestionAnswerer,
  type SkillRunner,
} from '../capabilities/index.ts'
import type { CapabilitySource } from '../capabilities/types.ts'
import type { Ground } from './ground.ts'
import type { Installed } from './installed.ts'
import type { OtherAgents } from './other-agents.ts'
import type { Owner } from './owner.ts'
import type { Servers } from './servers.ts'

/** Where capabilities come from (packages, MCP servers, other agents, skills), and how each kind of tool runs. */
export const wireSources = (
  { input, dids, guard, now }: Ground,
  { state, authorizations, language, didAuth, settings }: Owner,
  { connectedServers, sandbox }: Servers,
  { agentContacts, loadForm, threads }: OtherAgents,
  { packages, packageSecrets, packageModules, skills, workFolders }: Installed,
  runSkill: SkillRunner,
  answer: QuestionAnswerer,
  orders: Orders,
): readonly CapabilitySource[] => {
  const runner = createModuleRunner({ guard })
  return [
    createAcpSource({
      packages,
      state,
      authorizations,
      language,
      servers: connectedServers,
      runSkill,
      runHttp: (call) => runHttpBinding({ ...call, guard, secrets: packageSecrets }),
      runners: {
        wasm: ({ acp, ...call }) =>
          runWasmBinding({ ...call, runner, fetchBlob: (cid) => packageModules.read(acp.name, cid) }),
        nuwa_a2a: ({ acp, ...call }) =>
          runNuwaA2aBinding({ dids, didAuth, guard }, { ...call, requester: acp.capUri }),
      },
    }),
    createMcpSource({ servers: connectedServers, language }),
    createAgentSource({
      contacts: agentContacts,
      receipts: createReceipts(state),
      language,
      now,
      loadForm,
      denies: threads.denies,
      log: input.log,
    }),
    createSkillSource({
      skills,
      work: workFolders,
      runScript: createScriptRunner(sandbox),
      runSkill,
      language,
    }),
    createQuestionSource({ answer, language }),
    createOrderSource({ orders, language }),
    createPlanSource({ first: () => settings.get().planFirst, language }),
  ]
}
