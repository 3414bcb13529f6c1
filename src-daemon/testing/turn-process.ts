/**
 * A process that answers messages until it is killed: `node turn-process.ts <database> <model server> <service>`. Every turn saves
 * a note and posts to the service. It writes a line when it is ready and after each turn.
 */
import { flushCompileCache } from 'node:module'
import { createNetworkGuard } from '../network/index.ts'
import { createModels } from '../models/index.ts'
import { openDatabase } from '../storage/index.ts'
import { openChat } from './chat.ts'
import { NO_INSIDE } from './no-inside.ts'
import { noSecrets } from './secrets.ts'
import { noteAndPost } from './turn-package.ts'

/** `on`: goes on in the newest conversation, and ends after one turn. */
const [path = '', ollamaUrl = '', service = '', on = ''] = process.argv.slice(2)

const guard = createNetworkGuard()
const models = createModels({
  // The models' data doesn't matter here: beside the database, so that it is removed with it.
  db: openDatabase({ path: `${path}.models` }),
  settings: {
    get: () => ({
      model: 'ollama:qwen3:8b',
      plannerInstead: false,
      embeddingModel: '',
      ollamaUrl,
      contextWindow: null,
      keepAliveMinutes: null,
      thinking: false,
      modelEndpoints: [],
      guidedModels: {},
      monthMoney: null,
      monthTokens: null,
      modelBuild: 'auto',
    }),
    set: () => undefined,
  },
  secrets: noSecrets(),
  guard,
  inside: NO_INSIDE,
  language: () => 'en',
  now: () => new Date(),
  log: { warn: () => undefined },
})

const one = openChat({
  path,
  model: await models.resolve(),
  packages: [noteAndPost],
  durable: true,
  runHttp: async ({ arguments: args, signal, idempotencyKey = '' }) => {
    const response = await guard.fetch(
      new URL(service),
      { method: 'POST', headers: { 'idempotency-key': idempotencyKey }, body: JSON.stringify(args), signal },
      { kind: 'user_endpoint', origin: new URL(service).origin },
    )
    return { text: await response.text() }
  },
})
process.stdout.write('ready\n')
flushCompileCache() // it never ends by itself, which is when Node would
const conversationId = one.chat.conversations({ limit: 1 }).items[0]?.id
for (let turn = 0; on === '' || turn === 0; turn += 1) {
  const isFirst = on === '' || conversationId === undefined
  const { answer } = isFirst
    ? await one.ask(`note milk ${String(turn)}`)
    : await one.ask('note go on', { conversationId })
  process.stdout.write(`${answer.status}\n`)
}
process.exit()
