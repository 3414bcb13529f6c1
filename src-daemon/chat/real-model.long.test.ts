/**
 * A small real model through the app, as a person would use it. It is weak: what is judged is that nothing it says breaks, loops, acts
 * unasked or is lost. `npm run test:model -- --all` says 100 everyday sentences, and prints how many end right, guided and not.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DaemonClient } from '../client/index.ts'
import type { Message } from '../contract/chat.ts'
import { connectReady } from '../testing/daemon-process.ts'
import { useOwnDaemon } from '../testing/own-daemon.ts'
import { fetchModel, serveModel, type ModelServer } from '../testing/real-model/model-server.ts'
import { createPerson, type How, type Person } from '../testing/real-model/person.ts'
import { judgeAll, shareOf, someSentences } from '../testing/real-model/share.ts'

/** Half of what the model was trained to read: as much as Note asks for. */
const WINDOW = 4096
const isFull = process.env['SATCHEL_TEST_MODEL'] === 'full'
/** Sentences of which the share is printed. */
const SENTENCES = isFull ? 100 : 3
const TURNS = 20
const LONG = isFull ? 3 * 60 * 60_000 : 30 * 60_000
/** Tokens of an answer: of one that only has to be there, and of one that may hold a call. */
const SHORT = 6
const WITH_CALL = 96

const fetched = fetchModel()
if ('missing' in fetched) process.stdout.write(`There is no real model here: ${fetched.missing}\n`)
const folder = 'folder' in fetched ? fetched.folder : ''

const textOf = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
const noticesOf = ({ parts }: Message): string[] =>
  parts.flatMap((part) => (part.type === 'notice' ? [part.text] : []))
const changesOf = ({ parts }: Message): readonly unknown[] =>
  parts.flatMap((part) => (part.type === 'tool' ? part.changes : []))

describe.skipIf('missing' in fetched)('a small real model', () => {
  const daemon = useOwnDaemon()
  let client: DaemonClient
  let person: Person
  let server: ModelServer | null = null

  const serve = async (how: How, longest: number): Promise<string> => {
    await server?.stop()
    server = await serveModel(folder, { window: WINDOW, longest })
    await person.use(server.url, how)
    return server.url
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
  }, LONG)
  afterAll(async () => {
    await server?.stop()
    await client.close()
  })

  it(
    'is guided for its size, which its server says, unless the person says otherwise',
    async () => {
      await serve({ tools: 'auto', guided: null }, SHORT)
      const found = async () =>
        (await client.api.models.providers.query())
          .flatMap(({ models }) => models)
          .find(({ provider }) => provider === 'openai:real')
      const model = await found()
      expect(model).toMatchObject({ guided: true })
      expect(model?.parameters).toBeLessThan(150_000_000)
      await client.api.models.guide.mutate({ model: model?.id ?? '', guided: false })
      expect(await found()).toMatchObject({ guided: false })
    },
    LONG,
  )

  it(
    'answers word by word, with the window that its server says, and stops when told',
    async () => {
      await serve({ tools: 'auto', guided: true }, 400)
      const { answer, pieces } = await person.say('hello there', {
        onText: (turnId) => {
          void client.api.chat.stop.mutate({ turnId })
        },
      })
      expect(answer).toMatchObject({ status: 'stopped', context: { window: WINDOW, windowFrom: 'model' } })
      expect(textOf(answer).length).toBeGreaterThan(0)
      expect(pieces).toBeGreaterThan(0)
      // Nor does the server go on: it has one place, so another answer would wait.
      const slots = async (): Promise<unknown> => (await fetch(`${String(server?.url)}/../slots`)).json()
      await expect.poll(slots, { timeout: 60_000 }).toMatchObject([{ is_processing: false }])
    },
    LONG,
  )

  it(
    'is told when a message is longer than it reads, and nothing is lost',
    async () => {
      const long = 'rain and umbrellas '.repeat(1500)
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
      await serve({ tools: 'auto', guided: true }, SHORT)
      let conversationId: string | undefined
      for (let turn = 0; turn < TURNS; turn += 1) {
        const said = await person.say(`tell me about the number ${String(turn)}`, {
          ...(conversationId !== undefined && { conversationId }),
        })
        conversationId = said.conversationId
        expect(said.answer.status).toBe('complete')
        expect(said.answer.context?.truncated).toBe(false)
        expect(changesOf(said.answer)).toEqual([])
      }
      const kept = await client.api.chat.messages.query({ conversationId: conversationId ?? '' })
      expect(kept).toHaveLength(TURNS * 2)
    },
    LONG,
  )

  it.each(['described', 'guided'])(
    'breaks off in the middle of its JSON, %s: nothing is done, it is said, and it ends',
    async (how) => {
      await serve({ tools: 'described', guided: how === 'guided' }, 8)
      const { answer } = await person.say('add task buy milk')
      expect(answer.status).toBe('complete')
      expect(changesOf(answer)).toEqual([])
      expect(noticesOf(answer).length).toBeGreaterThan(0)
    },
    LONG,
  )

  it(
    'does nothing with what nobody said: the shares of sentences that end right',
    async () => {
      const url = await serve({ tools: 'native', guided: true }, WITH_CALL)
      for (const isGuided of isFull ? [true, false] : [true]) {
        const judged = await judgeAll({ url, isGuided }, someSentences(SENTENCES))
        process.stdout.write(`${isGuided ? 'guided' : 'not guided'}: ${shareOf(judged)}\n`)
        if (!isFull) expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
      }
    },
    LONG,
  )
})
