/**
 * A small real model through the app, as a person would use it. It is weak: what is judged is that nothing it says breaks, loops, acts
 * unasked or is lost. The shares of sentences that end right are printed, of a few in the long tests and of all by `npm run test:model`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DaemonClient } from '../client/index.ts'
import type { Message } from '../contract/chat.ts'
import { connectReady } from '../testing/daemon-process.ts'
import { useOwnDaemon } from '../testing/own-daemon.ts'
import { outcomeOf, SENTENCES, type Outcome } from '../testing/real-model/judged.ts'
import { fetchModel, serveModel, type ModelServer } from '../testing/real-model/model-server.ts'
import { createPerson, type Person, type ToolsGiven } from '../testing/real-model/person.ts'

/** What the model was trained to read. Note asks for 16,000 tokens, so it is refused, and its sentences end in nothing. */
const WINDOW = 8192
const isFull = process.env['SATCHEL_TEST_MODEL'] === 'full'
/** Of the sentences, every so many-th. */
const EVERY = isFull ? 1 : 34
const TURNS = isFull ? 20 : 2
const LONG = isFull ? 3 * 60 * 60_000 : 30 * 60_000

const fetched = fetchModel()
if ('missing' in fetched) process.stdout.write(`There is no real model here: ${fetched.missing}\n`)
const folder = 'folder' in fetched ? fetched.folder : ''

const textOf = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
const noticesOf = ({ parts }: Message): string[] =>
  parts.flatMap((part) => (part.type === 'notice' ? [part.text] : []))

describe.skipIf('missing' in fetched)('a small real model', () => {
  const daemon = useOwnDaemon()
  let client: DaemonClient
  let person: Person
  let server: ModelServer | null = null
  /** Of which changes there are in all conversations. */
  const changed: string[] = []

  const serve = async (tools: ToolsGiven, longest = 160): Promise<void> => {
    await server?.stop()
    server = await serveModel(folder, { window: WINDOW, longest })
    await person.use(server.url, tools)
  }
  beforeAll(async () => {
    client = await connectReady(daemon.env)
    person = createPerson(client.api)
    for (const { id, review } of await client.api.packages.catalogue.query())
      if (['note', 'tasks', 'units'].includes(review.name))
        await client.api.packages.install.mutate({
          source: { kind: 'catalogue', id },
          sha256: review.sha256,
          acceptWarnings: true,
        })
    // It takes its time on a busy machine with one thread.
    await client.api.settings.set.mutate({ turnMinutes: 30 })
    await serve('auto')
  }, LONG)
  afterAll(async () => {
    await server?.stop()
    await client.close()
  })

  it(
    'answers word by word, with the window that its server says, and stops when told',
    async () => {
      const { answer, pieces } = await person.say('hello there')
      expect(answer).toMatchObject({ status: 'complete', context: { window: WINDOW, windowFrom: 'model' } })
      expect(textOf(answer).length).toBeGreaterThan(0)
      expect(pieces).toBeGreaterThan(1)
      const stopped = await person.say('tell me a long story about a fox', {
        onText: (turnId) => {
          void client.api.chat.stop.mutate({ turnId })
        },
      })
      expect(stopped.answer.status).toBe('stopped')
      // Nor does the server go on: it has one place, so another answer would wait.
      const slots = async (): Promise<unknown> => (await fetch(`${String(server?.url)}/../slots`)).json()
      await expect.poll(slots, { timeout: 60_000 }).toMatchObject([{ is_processing: false }])
    },
    LONG,
  )

  it(
    'is told when a message is longer than it reads, and nothing is lost',
    async () => {
      const long = 'rain and umbrellas '.repeat(3000)
      const { conversationId, answer } = await person.say(long)
      expect(['failed', 'complete']).toContain(answer.status)
      if (answer.status === 'failed')
        expect(answer.parts.at(-1)).toMatchObject({ error: { code: 'model_context_exceeded' } })
      const [said] = await client.api.chat.messages.query({ conversationId })
      expect(said?.parts[0]).toMatchObject({ type: 'text', text: long.trim() })
    },
    LONG,
  )

  it(
    `goes on for ${String(TURNS)} turns in one conversation, and each is kept`,
    async () => {
      let conversationId: string | undefined
      for (let turn = 0; turn < TURNS; turn += 1) {
        const said = await person.say(`tell me about the number ${String(turn)}`, {
          ...(conversationId !== undefined && { conversationId }),
        })
        conversationId = said.conversationId
        expect(said.answer.status).toBe('complete')
        expect(said.answer.context?.truncated).toBe(false)
      }
      const kept = await client.api.chat.messages.query({ conversationId: conversationId ?? '' })
      expect(kept).toHaveLength(TURNS * 2)
    },
    LONG,
  )

  it(
    'breaks off in the middle of its JSON: nothing is done, it is said, and it ends',
    async () => {
      await serve('described', 8)
      const { answer } = await person.say('add task buy milk')
      expect(answer.status).toBe('complete')
      expect(answer.parts.filter((part) => part.type === 'tool' && part.changes.length > 0)).toEqual([])
      expect(noticesOf(answer).length).toBeGreaterThan(0)
    },
    LONG,
  )

  it(
    'ends every sentence, and does only what is shown: the shares that end right',
    async () => {
      const sentences = SENTENCES.filter((_, at) => at % EVERY === 0)
      for (const [help, tools] of [
        ['with', 'auto'],
        ['without', 'native'],
      ] as const) {
        await serve(tools)
        const outcomes: Outcome[] = []
        for (const sentence of sentences) {
          const { answer } = await person.say(sentence.say)
          const isRefused = JSON.stringify(answer.parts).includes('model_window_too_small')
          expect(answer.status, `${sentence.say}: ${JSON.stringify(answer.parts.at(-1))}`).toBe(
            isRefused ? 'failed' : 'complete',
          )
          changed.push(
            ...answer.parts.flatMap((part) =>
              part.type === 'tool' ? part.changes.map(({ objectId }) => objectId) : [],
            ),
          )
          outcomes.push(outcomeOf(sentence, answer))
        }
        const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
        process.stdout.write(
          `${help} help for weak models: ${String(count('right'))} of ${String(sentences.length)} sentences end right, ${String(count('nothing'))} in nothing, ${String(count('wrong'))} in a wrong change\n`,
        )
      }
      // Whatever there is came from a call that is shown.
      const kept = await Promise.all(
        (await client.api.state.scopes.query())
          .flatMap(({ schemas }) => schemas)
          .filter(({ schemaUri }) => /note|task/i.test(schemaUri))
          .map(({ schemaUri }) => client.api.state.query.query({ from: schemaUri, limit: 200 })),
      )
      const ids = kept.flatMap(({ items }) => items.map(({ id }) => id))
      expect(ids.filter((id) => !changed.includes(id))).toEqual([])
    },
    LONG,
  )
})
