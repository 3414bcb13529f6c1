/**
 * A real daemon, a server that asks for secrets and repeats them in all it says, and a model that repeats what it reads: nothing that
 * was stored or sent has the secrets in it.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { stopDaemon, type DaemonClient } from '../client/index.ts'
import { appRoot } from '../platform/app.ts'
import { connectReady, endOf, spawnDaemon } from '../testing/daemon-process.ts'
import { tempHome } from '../testing/temp-home.ts'
import { openDatabase } from '../storage/index.ts'
import { dataKey } from '../testing/data-key.ts'

const TIMEOUT = 240_000
const TOKEN = 'tok-Zq8rT7wLx2Vb'
const PASSWORD = 'Hunter-Two/9"x'
const PIN = '584213'
const CITY = 'Reykjavik-marker'
const SECRETS = [TOKEN, PASSWORD, PIN]
const base64 = (text: string, encoding: BufferEncoding): string => Buffer.from(text).toString(encoding)
/** What a secret is found by, whatever its letters are. */
const forms = SECRETS.flatMap((secret) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  base64(secret, 'base64').replace(/=+$/, ''),
  base64(`user:${secret}`, 'base64url').slice(8, -3),
  base64(secret, 'hex'),
])
  // Shorter parts are anywhere by chance.
  .filter(({ length }) => length >= 6)
  .map((form) => form.toLowerCase())

/** A model that calls the tool that the person names, and says what that said. */
const openParrot = async () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      requests.push(body)
      if (!(request.url ?? '').endsWith('/chat/completions')) {
        response
          .setHeader('content-type', 'application/json')
          .end('{"object":"list","data":[{"id":"parrot","object":"model"}]}')
        return
      }
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
      const last = messages.at(-1)
      const asked = messages.findLast(({ role }) => role === 'user')?.content ?? ''
      const name = /sign_in|status|refuse/.exec(asked)?.[0] ?? ''
      const call = { index: 0, id: 'c1', type: 'function', function: { name, arguments: '{}' } }
      const delta = last?.role === 'tool' ? { content: last.content } : { tool_calls: [call] }
      const chunk = (part: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: part, finish_reason: finish }] })}\n\n`
      response.setHeader('content-type', 'text/event-stream')
      response.end(
        `${chunk(delta, null)}${chunk({}, last?.role === 'tool' ? 'stop' : 'tool_calls')}data: [DONE]\n\n`,
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1` }
}

it(
  'what a person answers, and what a server is given, is nowhere but there',
  { timeout: TIMEOUT },
  async () => {
    const home = tempHome()
    const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', SATCHEL_LOG: 'trace' }
    const daemon = await spawnDaemon(env)
    const client = await connectReady(env)
    onTestFinished(async () => {
      await client.close()
      await stopDaemon(env)
      home.remove()
    })
    const { api } = client
    const parrot = await openParrot()
    const events: string[] = []
    watch(client, events)

    await api.models.addEndpoint.mutate({
      id: 'parrot',
      name: 'Parrot',
      protocol: 'openai',
      baseUrl: parrot.url,
      contextWindow: 32_768,
      tools: 'native',
      vision: false,
      models: ['parrot'],
    })
    await api.settings.set.mutate({ model: 'openai:parrot:parrot' })
    await connect(client)
    let conversationId: string | undefined
    for (const text of ['sign_in', 'status', 'refuse', 'status again, status']) {
      const sent = await api.chat.send.mutate({
        text,
        capability: 'mcp:repeating',
        ...(conversationId === undefined ? {} : { conversationId }),
      })
      conversationId = sent.conversationId
      await answered(client, conversationId)
    }
    expect(events.join('')).toContain(CITY)
    const places: Record<string, string> = {
      'what the model read': parrot.requests.join('\n'),
      events: events.join('\n'),
      conversation: JSON.stringify(await api.chat.messages.query({ conversationId: conversationId ?? '' })),
      'exported as JSON': JSON.stringify(
        await api.chat.export.query({ id: conversationId ?? '', format: 'json' }),
      ),
      'exported as Markdown': JSON.stringify(
        await api.chat.export.query({ id: conversationId ?? '', format: 'markdown' }),
      ),
      activity: JSON.stringify(await api.activity.export.query({ format: 'jsonl' })),
      server: JSON.stringify([
        await api.servers.get.query({ uri: 'repeating' }),
        await api.servers.logs.query({ uri: 'repeating' }),
        await api.servers.resources.mutate({ uri: 'repeating' }),
      ]),
    }
    const changes = await api.state.export.query({ scopes: null, since: null })
    places['change sets'] = Buffer.from(changes.file, 'base64').toString('latin1')
    await client.close()
    await stopDaemon(env)
    await endOf(daemon)
    places['files of the log'] = filesIn(home.paths.logsDir)
    places['the database'] = await rowsOf(home.paths)
    expect(places['what the model read']).toContain('•••')
    expect(places['the database']).toContain(CITY)
    for (const [place, text] of Object.entries(places)) {
      const small = text.toLowerCase()
      for (const form of forms) expect(small.includes(form), `${form} in ${place}`).toBe(false)
    }
  },
)

/** Answers what is asked, and notes all that clients are sent meanwhile. */
const watch = ({ api }: DaemonClient, events: string[]): void => {
  const answeredIds = new Set<string>()
  const once = (id: string, answer: () => Promise<unknown>): void => {
    if (answeredIds.has(id)) return
    answeredIds.add(id)
    void answer()
  }
  api.chat.events.subscribe({}, { onData: (event) => events.push(JSON.stringify(event)) })
  api.servers.notices.subscribe(undefined, { onData: (notice) => events.push(JSON.stringify(notice)) })
  api.approvals.pending.subscribe(undefined, {
    onData: (all) => {
      events.push(JSON.stringify(all))
      for (const { id, argumentsSha256 } of all)
        once(id, () =>
          api.approvals.answer.mutate({
            id,
            argumentsSha256,
            answer: { decision: 'allow', scope: 'call', pattern: null, until: 'once' },
            via: 'terminal',
          }),
        )
    },
  })
  api.questions.pending.subscribe(undefined, {
    onData: (all) => {
      events.push(JSON.stringify(all))
      const values = { '/password': PASSWORD, '/pin': PIN, '/city': CITY }
      for (const { id } of all)
        once(id, () => api.questions.answer.mutate({ id, reply: { action: 'accept', values } }))
    },
  })
}

const connect = async ({ api }: DaemonClient): Promise<void> => {
  const fixtures = join(appRoot, 'src-daemon/mcp/testing')
  const { tools } = await api.servers.add.mutate({
    uri: 'repeating',
    definition: {
      kind: 'command',
      command: process.execPath,
      args: [join(fixtures, 'repeating-server.mjs')],
      env: {},
      cwd: null,
      grants: { read: [fixtures], write: [], hosts: [], unsandboxed: false },
    },
    secrets: { TOKEN },
  })
  await api.servers.accept.mutate({
    uri: 'repeating',
    tools: tools.map(({ name, sha256 }) => ({ name, sha256 })),
  })
}

const answered = async ({ api }: DaemonClient, conversationId: string): Promise<void> => {
  await expect
    .poll(
      async () => {
        const messages = await api.chat.messages.query({ conversationId })
        return messages.at(-1)?.status
      },
      { timeout: 60_000 },
    )
    .toBe('complete')
}

const filesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

/** All rows of all tables, those of the searches included, with bytes as text. */
const rowsOf = async (paths: Parameters<typeof dataKey>[0]): Promise<string> => {
  const db = openDatabase({ path: paths.database, key: await dataKey(paths) })
  try {
    const tables = db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
    return tables
      .flatMap(({ name }) => db.prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}"`).all())
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join('\n')
  } finally {
    db.close()
  }
}
