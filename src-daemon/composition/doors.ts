import { listenForAgents, listenForPrograms } from '../api/index.ts'
import {
  createA2aFaces,
  createAgents,
  createOffer,
  originOf,
  servedFiles,
  webOriginOf,
} from '../agents/index.ts'
import {
  exposableTools,
  invokeForAgent,
  noteOfDelivery,
  ORDER_TOOL,
  QUESTION_TOOL,
  takesAuthorization,
} from '../capabilities/index.ts'
import { checkDid } from '../identity/index.ts'
import { say } from '../text/index.ts'
import { createThreadFaces, THREAD_TOOL } from '../threads/index.ts'
import { bridgeLaunch, createSharing } from '../sharing/index.ts'
import { closedBy } from './closing.ts'
import type { Conversation } from './conversation.ts'
import type { Ground } from './ground.ts'
import type { Installed } from './installed.ts'
import type { OtherAgents } from './other-agents.ts'
import type { Owner } from './owner.ts'
import type { Servers } from './servers.ts'

export type Doors = ReturnType<typeof wireDoors>

/** The endpoints for others once they listen: agents, and programs on this computer. */
export const wireDoors = (
  { input, db, guard, identity, now }: Ground,
  { settings, language, didAuth, authorizations }: Owner,
  { connectedServers }: Servers,
  { agentDids, agentCallbacks, threads }: OtherAgents,
  { skills }: Installed,
  { capabilities, orders }: Conversation,
  stack: AsyncDisposableStack,
) => {
  const { log } = input
  const agentOffer = createOffer({
    db,
    ownDids: agentDids,
    tools: () => exposableTools(capabilities),
    places: (host) => {
      const { agentEndpoint, developmentHosts } = settings.get()
      return { web: webOriginOf(agentEndpoint, { host, developmentHosts }), calls: originOf(agentEndpoint) }
    },
    isOpen: () => settings.get().agentEndpoint.enabled,
    now,
  })
  return {
    agentOffer,
    agents: closedBy(
      stack,
      createAgents({
        db,
        settings,
        didAuth,
        ownerDid: () => identity.ownerDid,
        authorizations,
        exposable: () => [
          ...exposableTools(capabilities),
          {
            id: QUESTION_TOOL,
            method: 'ask',
            title: say(language(), 'question_title'),
            description: say(language(), 'question_description'),
          },
          {
            id: ORDER_TOOL,
            method: 'order',
            title: say(language(), 'order_title'),
            description: say(language(), 'order_description'),
          },
          {
            id: THREAD_TOOL,
            method: 'threads',
            title: say(language(), 'threads_title'),
            description: say(language(), 'threads_description'),
          },
        ],
        questionTool: QUESTION_TOOL,
        threadTool: THREAD_TOOL,
        orderTool: ORDER_TOOL,
        takenOrder: orders.find,
        offer: agentOffer,
        files: () => servedFiles(agentDids, agentOffer),
        ownDids: () =>
          agentDids.list().flatMap(({ did, deactivatedAt }) => (deactivatedAt === null ? [did] : [])),
        invoke: (call) => invokeForAgent(capabilities, call),
        takesAuthorization,
        faces: (reception) => {
          const a2a = createA2aFaces(reception, {
            db,
            guard,
            now,
            log,
            pushSigner: (host) => {
              const { did } = agentOffer.get()
              const purpose = `agent-push ${host}`
              return did === null ? null : agentDids.signer(did, { purpose, requester: 'callback' })
            },
            delivered: (delivery) => {
              capabilities.note(noteOfDelivery(delivery))
            },
          })
          const threadFaces = createThreadFaces(reception, {
            record: threads.record,
            read: threads.read,
            isOffered: () => agentOffer.get().threads.enabled,
            toolId: THREAD_TOOL,
            us: () => agentOffer.get().did ?? identity.ownerDid,
            now,
          })
          return { ...a2a, faces: [...a2a.faces, agentCallbacks.face, ...threadFaces] }
        },
        listen: listenForAgents,
        checkDid,
        now,
        language,
        log,
      }),
    ),
    sharing: closedBy(
      stack,
      createSharing({
        db,
        settings,
        capabilities,
        servers: connectedServers,
        skills,
        listen: listenForPrograms,
        launch: bridgeLaunch(process.env),
        now,
        language,
        log,
      }),
    ),
  }
}
