import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AgentCard, formatSSEEvent, Role, TaskState, type Part, type Task } from '@a2a-js/sdk'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import {
  AgentEvent,
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  type ExecutionEventBus,
  type RequestContext,
} from '@a2a-js/sdk/server'

/** An agent that runs on the SDK's own server. */
export interface SdkAgent {
  readonly origin: string
  readonly host: string
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[]
  readonly canceled: string[]
  /** What the card says; tests may change it. */
  card: Record<string, unknown>
  close(): Promise<void>
}

export interface SdkAgentOptions {
  readonly version?: '0.3' | '1.0'
  readonly streaming?: boolean
  /** Whether it calls back, by the SDK's own sender, which uses the global `fetch`. */
  readonly push?: boolean
  readonly execute: (context: RequestContext, bus: ExecutionEventBus) => Promise<void>
  /** Answers a request itself; true if it did. */
  readonly before?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean
}

const SKILLS = [
  { id: 'forecast', name: 'Forecast', description: 'Tells the weather.', tags: ['weather'] },
  {
    id: 'map',
    name: 'Map',
    description: 'Draws a map.',
    tags: [],
    inputModes: ['application/json', 'image/png'],
  },
]

export const openSdkAgent = async (options: SdkAgentOptions): Promise<SdkAgent> => {
  const { version = '1.0', streaming = true, push = false, execute, before } = options
  const requests: SdkAgent['requests'][number][] = []
  const canceled: string[] = []
  const tasks = new InMemoryTaskStore()
  const configs = new InMemoryPushNotificationStore()
  const executor = {
    execute,
    cancelTask: (taskId: string, bus: ExecutionEventBus): Promise<void> => {
      canceled.push(taskId)
      bus.publish(AgentEvent.statusUpdate(statusOf(taskId, '', TaskState.TASK_STATE_CANCELED)))
      return Promise.resolve()
    },
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      if (before?.(request, response, body) === true) return
      void answer(request, response, body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `localhost:${String((server.address() as AddressInfo).port)}`
  const origin = `http://${host}`
  const common = {
    name: 'Weather',
    description: 'Knows the weather.',
    version: '1.2.3',
    capabilities: { streaming, pushNotifications: push },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: SKILLS,
  }
  const url = `${origin}/rpc`
  const agent: SdkAgent = {
    origin,
    host,
    requests,
    canceled,
    card:
      version === '1.0'
        ? { ...common, supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }
        : { ...common, url, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const interfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: version, tenant: '' }]
  const handler = new DefaultRequestHandler(
    AgentCard.fromJSON({ ...common, supportedInterfaces: interfaces }),
    tasks,
    executor,
    undefined,
    push ? configs : undefined,
    push ? new DefaultPushNotificationSender(configs) : undefined,
  )
  const rpc =
    version === '1.0' ? new JsonRpcTransportHandler(handler) : new LegacyJsonRpcTransportHandler(handler)

  const answer = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    if (request.url?.startsWith('/.well-known/agent') === true) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(agent.card))
      return
    }
    const result = await rpc.handle(body, new ServerCallContext({ requestedVersion: version }))
    if (!(Symbol.asyncIterator in result)) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result))
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    for await (const event of result) response.write(formatSSEEvent(event))
    response.end()
  }

  return agent
}

export const textPart = (value: string): Part => ({
  content: { $case: 'text', value },
  filename: '',
  mediaType: 'text/plain',
  metadata: undefined,
})

export const messageOf = (taskId: string, contextId: string, parts: Part[]) => ({
  messageId: crypto.randomUUID(),
  taskId,
  contextId,
  role: Role.ROLE_AGENT,
  parts,
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
})

export const taskOf = ({ taskId, contextId, userMessage }: RequestContext): Task => ({
  id: taskId,
  contextId,
  status: { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp: undefined },
  artifacts: [],
  history: [userMessage],
  metadata: undefined,
})

export const statusOf = (taskId: string, contextId: string, state: TaskState, parts: Part[] = []) => ({
  taskId,
  contextId,
  status: {
    state,
    message: parts.length === 0 ? undefined : messageOf(taskId, contextId, parts),
    timestamp: new Date().toISOString(),
  },
  metadata: undefined,
})

export const artifactOf = (
  { taskId, contextId }: RequestContext,
  parts: Part[],
  { artifactId = 'a', append = false }: { artifactId?: string; append?: boolean } = {},
) => ({
  taskId,
  contextId,
  artifact: { artifactId, name: '', description: '', parts, metadata: undefined, extensions: [] },
  append,
  lastChunk: false,
  metadata: undefined,
})
