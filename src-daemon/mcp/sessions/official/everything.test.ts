import { pathToFileURL } from 'node:url'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SessionNotice } from '../client.ts'
import { answerOf, resultOf } from '../results.ts'
import { createServerLog } from '../../transports/server-log.ts'
import type { Session } from '../session.ts'
import { createTestSessions } from '../../testing/sessions.ts'
import type { ServerProgress } from '../types.ts'
import type { SamplingRequest, ServerQuestion } from '../../../contract/servers.ts'

const sessions = createTestSessions()
const granted = join(sessions.folder, 'granted')
const log = createServerLog(() => new Date())
const told: SessionNotice[] = []
const questions: ServerQuestion[] = []
const sampled: SamplingRequest[] = []
const progress: ServerProgress[] = []
let session: Session

beforeAll(async () => {
  mkdirSync(granted)
  session = await sessions.open([sessions.official('server-everything'), 'stdio'], {
    write: [granted],
    log,
    allowed: { sampling: true, logLevel: 'debug', timeoutSeconds: null, appOrigins: [] },
    onNotice: (notice) => told.push(notice),
  })
  // It registers some only once it knows what its client offers, and requests the roots last.
  await vi.waitFor(
    async () => {
      expect((await session.tools()).length).toBeGreaterThan(18)
      expect(log.tail()).toContain('Roots updated')
    },
    { timeout: 20_000 },
  )
})
afterAll(async () => {
  await sessions.end()
  sessions.remove()
})

const call = (tool: string, args: Record<string, unknown> = {}, signal = new AbortController().signal) =>
  session.call(tool, args, {
    signal,
    onProgress: (one) => progress.push(one),
    onQuestion: (question) => {
      questions.push(question)
      if (question.kind !== 'form') return Promise.resolve({ action: 'accept', values: null })
      const asks = question.form.fields.map(({ id }) => id)
      const values: Record<string, string> = asks.includes('/interpretation')
        ? { '/interpretation': 'snake' }
        : { '/name': 'Ana' }
      return Promise.resolve({ action: 'accept', values })
    },
    onSampling: (request) => {
      sampled.push(request)
      return Promise.resolve({ model: 'small', text: 'I am fine.', cut: false })
    },
  })
const result = async (tool: string, args: Record<string, unknown> = {}) =>
  resultOf(await call(tool, args), { server: 'x', tool })

describe.skipIf(process.platform !== 'linux')('server-everything, all it has', () => {
  it('is of the older protocol, and offers what depends on what the client offers', async () => {
    expect(session.server).toMatchObject({ name: 'mcp-servers/everything', protocol: '2025-11-25' })
    expect((await session.tools()).map(({ name }) => name).sort()).toEqual([
      'echo',
      'get-annotated-message',
      'get-env',
      'get-resource-links',
      'get-resource-reference',
      'get-roots-list',
      'get-structured-content',
      'get-sum',
      'get-tiny-image',
      'gzip-file-as-resource',
      'simulate-research-query',
      'toggle-simulated-logging',
      'toggle-subscriber-updates',
      'trigger-elicitation-request',
      'trigger-elicitation-request-async',
      'trigger-long-running-operation',
      'trigger-sampling-request',
      'trigger-sampling-request-async',
      'trigger-url-elicitation',
    ])
  })

  it('answers in words, structured, with pictures, links and resources', async () => {
    expect(await result('echo', { message: 'hello' })).toEqual({ text: 'Echo: hello' })
    expect(await result('get-env')).toMatchObject({ TMPDIR: '/tmp' })
    expect(await result('get-sum', { a: 2, b: 3 })).toEqual({ text: 'The sum of 2 and 3 is 5.' })
    expect(await result('get-structured-content', { location: 'New York' })).toMatchObject({
      conditions: expect.any(String) as unknown,
      temperature: expect.any(Number) as unknown,
    })
    expect(await result('get-tiny-image')).toMatchObject({ images: [{ media_type: 'image/png' }] })
    expect(await result('get-annotated-message', { messageType: 'error', includeImage: true })).toMatchObject(
      { text: 'Error: Operation failed', images: [{ media_type: 'image/png' }] },
    )
    expect(await result('get-resource-links', { count: 2 })).toMatchObject({
      resources: [{ uri: 'demo://resource/dynamic/blob/1' }, { uri: 'demo://resource/dynamic/text/2' }],
    })
    expect(await result('get-resource-reference', { resourceType: 'Text', resourceId: 1 })).toMatchObject({
      resources: [{ uri: 'demo://resource/dynamic/text/1', text: expect.any(String) as unknown }],
    })
    const refused = await call('get-sum', { a: 'two' })
    expect(() => answerOf(refused, { server: 'x', tool: 'get-sum' })).toThrow('server_tool_failed')
  })

  it('says how far it is, and is told when a call is stopped', async () => {
    progress.length = 0
    await call('trigger-long-running-operation', { duration: 0.4, steps: 4 })
    // The last one may arrive with the answer, after the listener was removed.
    expect(progress.map((one) => one.progress).slice(0, 3)).toEqual([1, 2, 3])
    const stopping = new AbortController()
    const long = call('trigger-long-running-operation', { duration: 30, steps: 300 }, stopping.signal)
    await expect.poll(() => progress.length, { timeout: 20_000 }).toBeGreaterThan(5)
    stopping.abort(new Error('stopped'))
    await expect(long).rejects.toThrow('stopped')
    expect(await result('echo', { message: 'still there' })).toEqual({ text: 'Echo: still there' })
  })

  it('asks the person: with a form, and to go to an address', async () => {
    questions.length = 0
    expect(await result('trigger-elicitation-request')).toMatchObject({
      text: expect.stringContaining('Name: Ana') as unknown,
    })
    expect(
      await result('trigger-url-elicitation', {
        url: 'https://login.example/start',
        message: 'Sign in.',
        elicitationId: 'one',
      }),
    ).toMatchObject({ text: expect.stringContaining('accept') as unknown })
    expect(questions.map(({ kind }) => kind)).toEqual(['form', 'url'])
  })

  it('has a model asked', async () => {
    const answered = await result('trigger-sampling-request', { prompt: 'How are you?', maxTokens: 50 })
    expect(sampled).toEqual([
      {
        system: 'You are a helpful test server.',
        messages: [{ role: 'user', text: 'Resource trigger-sampling-request context: How are you?' }],
        maxTokens: 50,
      },
    ])
    expect(answered).toMatchObject({ text: expect.stringContaining('I am fine.') as unknown })
  })

  it('asks the person and a model in tasks of ours, and comes back for what they answered', async () => {
    questions.length = sampled.length = 0
    const [asked, worked] = await Promise.all([
      result('trigger-elicitation-request-async'),
      result('trigger-sampling-request-async', { prompt: 'How are you?' }),
    ])
    expect(asked).toMatchObject({
      text: expect.stringMatching(/User inputs:\n- Name: Ana[^]*Poll 1: completed/) as unknown,
    })
    expect(worked).toMatchObject({
      text: expect.stringMatching(/^\[COMPLETED\][^]*Poll 1: completed[^]*I am fine\./) as unknown,
    })
    expect([questions.length, sampled.length]).toEqual([1, 1])
  })

  it('knows the folders it was granted, and no others', async () => {
    const { text } = await result('get-roots-list')
    expect(text).toContain(pathToFileURL(granted).href)
    expect(text).not.toContain('/etc')
  })

  it('works on a task, and asks in the middle of it', async () => {
    progress.length = 0
    questions.length = 0
    const { text } = await result('simulate-research-query', { topic: 'python', ambiguous: true })
    expect(text).toContain('python (snake)')
    expect(questions).toHaveLength(1)
    expect(progress.some(({ message }) => message === 'Gathering sources...')).toBe(true)
  })

  it('ends a task that is given up', async () => {
    progress.length = 0
    const stopping = new AbortController()
    const task = call('simulate-research-query', { topic: 'mountains' }, stopping.signal)
    await expect.poll(() => progress.length, { timeout: 20_000 }).toBeGreaterThan(0)
    stopping.abort(new Error('stopped'))
    await expect(task).rejects.toThrow('stopped')
  })

  it('offers resources, templates and what completes them', async () => {
    const { offers } = session
    const { resources, templates } = await offers.resources()
    expect(resources.length).toBeGreaterThan(5)
    expect(templates.map(({ uriTemplate, variables }) => [uriTemplate, ...variables])).toEqual([
      ['demo://resource/dynamic/text/{resourceId}', 'resourceId'],
      ['demo://resource/dynamic/blob/{resourceId}', 'resourceId'],
    ])
    const document = await offers.read('demo://resource/static/document/features.md', undefined)
    expect(document.contents).toMatchObject([{ kind: 'text', mediaType: 'text/markdown' }])
    const blob = await offers.read('demo://resource/dynamic/blob/{resourceId}', { resourceId: '4' })
    expect(blob.contents).toMatchObject([{ kind: 'bytes' }])
    const completed = await offers.complete({
      target: { kind: 'template', uriTemplate: 'demo://resource/dynamic/text/{resourceId}' },
      argument: 'resourceId',
      value: '7',
    })
    expect(completed.values).toEqual(['7'])
  })

  it('registers a resource of this session, says so, and tells of changes to who watches one', async () => {
    told.length = 0
    await call('gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain;base64,aGVsbG8=' })
    await expect.poll(() => told, { timeout: 20_000 }).toContainEqual({ kind: 'resources' })
    const { resources } = await session.offers.resources()
    expect(resources.map(({ uri }) => uri)).toContain('demo://resource/session/a.gz')
    let changes = 0
    const leave = await session.offers.watch('demo://resource/session/a.gz', () => (changes += 1))
    await call('toggle-subscriber-updates')
    await expect.poll(() => changes, { timeout: 20_000 }).toBeGreaterThan(0)
    await call('toggle-subscriber-updates')
    await leave()
  })

  it('offers prompts: plain, with arguments, completed, and with a resource inside', async () => {
    const { offers } = session
    expect((await offers.prompts()).prompts.map(({ name }) => name)).toEqual([
      'simple-prompt',
      'args-prompt',
      'completable-prompt',
      'resource-prompt',
    ])
    expect(await offers.prompt('args-prompt', { city: 'Bergen', state: 'Vestland' })).toMatchObject({
      messages: [{ role: 'user', content: { text: "What's weather in Bergen, Vestland?" } }],
    })
    const completed = await offers.complete({
      target: { kind: 'prompt', name: 'completable-prompt' },
      argument: 'name',
      value: '',
      others: { department: 'Sales' },
    })
    expect(completed.values.length).toBeGreaterThan(1)
    const withResource = await offers.prompt('resource-prompt', { resourceType: 'Text', resourceId: '2' })
    expect(withResource.messages.map(({ content }) => content.kind)).toContain('text')
    await expect(offers.prompt('nothing', {})).rejects.toMatchObject({ code: 'server_refused' })
  })

  it('writes messages of its own into its log, as severe as was asked for', async () => {
    const all = () => log.lines().map(({ text }) => text)
    expect(all().join('\n')).toMatch(/\[info\] everything-server: Roots updated: \d+ root/)
    expect(all().join('\n')).not.toContain('unknown token')
    await call('toggle-simulated-logging')
    await expect.poll(() => log.tail(), { timeout: 20_000 }).toMatch(/\[\w+\]: \w+[- ]level/)
    await call('toggle-simulated-logging')
    await session.setLogLevel('emergency')
  })
})
