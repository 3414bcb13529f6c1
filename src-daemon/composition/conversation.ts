import {
  createCapabilities,
  createLastUses,
  createOrders,
  createOverview,
  type AskModel,
  type QuestionAnswerer,
  type SkillRunner,
} from '../capabilities/index.ts'
import {
  createChat,
  createDraftWriter,
  createMemory,
  createPrompts,
  createQuestionAnswerer,
  createRouting,
  createSampler,
  createSkillRunner,
} from '../chat/index.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { createUnlockWaits } from '../identity/index.ts'
import { createRouter, createRouteTrials, type SlowLearner } from '../router/index.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'
import type { Base } from './base.ts'
import { wireSources } from './sources.ts'

export type Conversation = ReturnType<typeof wireConversation>

/** The capabilities, and the chat that uses them. `meaning`: null if no embeddings are computed. */
export const wireConversation = (
  ground: Ground,
  { owner, servers, otherAgents, installed, models: { models, corrections } }: Base,
  meaning: SlowLearner | null,
  stack: AsyncDisposableStack,
) => {
  const { db, now, input, identity } = ground
  const { state, settings, language } = owner
  const { packages, skills, catalog } = installed
  const { log, told } = input
  const unlocks = createUnlockWaits({ identity, now })
  const orders = createOrders({ state, now })
  const capabilities = closedBy(
    stack,
    createCapabilities({
      db,
      now,
      log,
      told,
      language,
      unlocks,
      // The chat needs the capabilities, and some of what they call needs the chat: both exist before the first call.
      askModel: (request, options) => askModel(request, options),
      sources: wireSources(
        ground,
        owner,
        servers,
        otherAgents,
        installed,
        (call) => runSkill(call),
        (call) => answerQuestion(call),
        orders,
      ),
    }),
  )
  const hasKept = async ({ schemaUri }: AcpPackage): Promise<boolean> => {
    const access = state.ownerAccess(schemaUri, 'internal')
    return (await state.query(access, { from: schemaUri, limit: 1 })).items.length > 0
  }
  const router = closedBy(
    stack,
    createRouter({ packages: catalog, corrections, embedding: meaning, hasKept }),
  )
  const trials = closedBy(stack, createRouteTrials({ packages: catalog, corrections, hasKept }))
  const memory = createMemory({ state, now })
  const prompts = createPrompts({ db, now })
  const chat = closedBy(
    stack,
    createChat({
      ...{ db, router, capabilities, packages: catalog, state, models, memory, prompts, unlocks, settings },
      ...{ now, log, corrections, servers: servers.connectedServers },
    }),
  )
  const runSkill: SkillRunner = createSkillRunner(chat, language)
  const answerQuestion: QuestionAnswerer = createQuestionAnswerer(chat, language)
  const askModel: AskModel = createSampler({ models, chat, settings })
  return {
    unlocks,
    capabilities,
    orders,
    overview: createOverview({
      packages,
      servers: servers.connectedServers,
      skills,
      lastUses: createLastUses(db),
    }),
    router,
    routing: createRouting({ db, router, trials, packages: catalog, settings }),
    memory,
    prompts,
    writeDraft: createDraftWriter(askModel),
    chat,
  }
}
