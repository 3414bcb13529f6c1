import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli.ts'
import { type OpenAiServer, startOpenAiServer } from '../../testing/openai-server.ts'
import { startCommand } from '../../testing/running-command.ts'
import { connectReady, endOf, pause } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000

/** `satchel chat` with a real daemon. An unhandled rejection fails the test run. */
describe.skipIf(process.platform === 'win32')('satchel chat', { timeout: TIMEOUT }, () => {
  const home = tempHome()
  const env: NodeJS.ProcessEnv = {
    ...home.env,
    LC_ALL: 'en_GB.UTF-8',
    OLLAMA_HOST: 'http://127.0.0.1:9',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
  let daemon: Awaited<ReturnType<typeof spawnWithVault>>

  let server: OpenAiServer
  /** Says a word over and over: for a second, or as long as somebody listens. */
  const told = (word: string, repeat: number) => ({
    when: { user: word },
    reply: { chunks: [{ content: `${word} `, delayMs: 50, repeat }] },
  })

  /** Asks for the same call again and again. */
  const round = {
    when: { user: 'go round' },
    reply: {
      chunks: [
        {
          tool_calls: [
            { function: { name: 'state__query', arguments: { query: { from: 'did:nuwa:state:note#v1' } } } },
          ],
        },
      ],
    },
  }

  /** The server itself ends the answer. */
  const cut = {
    when: { user: 'go on' },
    reply: { chunks: [{ content: 'It goes on and' }], done_reason: 'length' },
  }

  beforeAll(async () => {
    server = await startOpenAiServer({
      script: {
        about: 'slow answers',
        turns: [told('apple', 20), told('pear', 20), told('plum', 2000), told('fig', 2000), round, cut],
      },
    })
    daemon = await spawnWithVault(env)
    await (await connectReady(env)).close()
    expect((await runCli(env, 'models', 'endpoints', 'add', 'lab', '--url', server.url)).code).toBe(0)
  }, TIMEOUT)
  afterAll(async () => {
    daemon.kill('SIGTERM')
    await endOf(daemon)
    await server.close()
    home.remove()
  }, TIMEOUT)

  const chat = (...args: string[]) => runCli(env, 'chat', ...args)

  // A command that was killed may leave its turn running.
  afterEach(() => chat('stop'), TIMEOUT)

  it('prints the answer', async () => {
    const { code, stdout } = await chat('hello', '--model', 'planner')
    expect(code).toBe(0)
    expect(stdout).toContain('What can I do for you')
  })

  it('exits with 1 after the answer if the turn ended at a limit', async () => {
    expect((await runCli(env, 'cap', 'install', 'note', '--yes')).code).toBe(0)
    const model = ['--model', 'openai:lab:test-model', '--capability', 'note']
    const { code, stdout } = await chat('go round', ...model)
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('same call') as string })
    const shortened = await chat('go on', '--model', 'openai:lab:test-model')
    expect(shortened.stdout).toContain('It goes on and')
    expect(shortened.code).toBe(1)
  })

  it('names a call by what it is about, and so does the list of calls', async () => {
    const { stdout } = await chat('add note about buying milk', '--model', 'planner')
    expect(stdout).toContain('✓ state.create buying milk\n')
    const listed = await runCli(env, 'activity', 'list', '--limit', '1')
    expect(listed.stdout).toMatch(/acp:note\/state\.create .* buying milk\n$/)
  })

  it('says of a model server what is wrong with its address before anything is asked', async () => {
    const added = await runCli(env, 'models', 'endpoints', 'add', 'other', '--url', 'nonsense')
    expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining('baseUrl') as string })
  })

  it('takes in what other programs exported, finds it, and says what can’t be read', async () => {
    const file = (name: string, content: string): string => {
      const path = join(home.paths.dataDir, name)
      writeFileSync(path, content)
      return path
    }
    const at = '2025-01-02T03:04:05Z'
    const said = { uuid: 'm1', text: 'How do I feed a starter?', sender: 'human', created_at: at }
    const claude = { uuid: 'c', name: 'Sourdough', created_at: at, updated_at: at, chat_messages: [said] }
    const exported = file('claude.json', JSON.stringify([claude, 'nonsense']))
    const taken = await chat('import', exported)
    expect(taken).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^1 conversation imported, with 1 message\.\n1 had nothing in it that can be read\.\n$/,
      ) as string,
    })
    expect((await chat('import', exported)).stdout).toBe(
      'No conversations imported.\n1 was already here.\n1 had nothing in it that can be read.\n',
    )
    expect((await chat('search', 'feed start')).stdout).toContain('Sourdough')
    expect((await chat('search', 'feed walnut')).stdout).toContain('Every word has to be in one message')

    const unreadable = await chat('import', file('nothing.json', '["nonsense"]'))
    expect(unreadable).toMatchObject({ code: 1, stdout: expect.stringContaining('nothing in it') as string })
    for (const content of ['PK…', '{"hello": 1}']) {
      const refused = await chat('import', file('other.json', content))
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('“other.json” isn’t an export') as string,
      })
    }
  })

  it.each([
    ['a conversation that is not there', ['hi', '--conversation', 'nope'], 'conversation_not_found'],
    ['a capability that is not installed', ['hi', '--capability', 'nope'], 'capability_not_installed'],
    ['an empty message', [''], 'invalid_request'],
  ])('refuses %s with one clear error, and ends', async (_what, args, code) => {
    const refused = await chat(...args)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`(${code})`)
    expect(refused.stderr).not.toContain('    at ')
  })

  const start = (...args: string[]) => startCommand(env, 'chat', ...args, '--model', 'openai:lab:test-model')
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const deadline = Date.now() + 30_000; !(await isSo());) {
      if (Date.now() > deadline) throw new Error('it did not happen in time')
      await pause(20)
    }
  }

  /** Whether the daemon has got the word from the model. */
  const written = async (word: string): Promise<boolean> => {
    const client = await connectReady(env)
    try {
      const { items } = await client.api.chat.conversations.query({})
      const all = await Promise.all(
        items.map(({ id }) => client.api.chat.messages.query({ conversationId: id })),
      )
      return all
        .flat()
        .some(({ role, parts }) => role === 'assistant' && JSON.stringify(parts).includes(word))
    } finally {
      await client.close()
    }
  }

  it('prints what belongs to its own conversation, and nothing of another that is answered meanwhile', async () => {
    const apples = start('say apple')
    const pears = start('say pear')
    expect(await Promise.all([apples.ended, pears.ended])).toEqual([0, 0])
    expect(apples.said().trim()).toBe(`→ Open turn\n${'apple '.repeat(20).trim()}`)
    expect(pears.said().trim()).toBe(`→ Open turn\n${'pear '.repeat(20).trim()}`)
  })

  it('stops the turn on the first Ctrl+C, keeps the answer so far, and says so', async () => {
    const plums = start('say plum', '--json')
    await until(() => written('plum'))
    expect(await plums.kill('SIGINT')).toBe(130)
    const { conversationId, message } = JSON.parse(plums.said()) as {
      conversationId: string
      message: { status: string; parts: unknown }
    }
    expect(message.status).toBe('stopped')
    expect(JSON.stringify(message.parts)).toContain('plum')
    expect((await chat('stop', conversationId)).stdout).toContain('No answer is being written.')

    const again = start('say plum')
    await until(() => again.said().includes('plum'))
    expect(await again.kill('SIGINT')).toBe(130)
    expect(again.complained()).toContain('Stopping the answer…')
    expect(server.requests.filter(({ closedEarly }) => closedEarly).length).toBeGreaterThanOrEqual(2)
  })

  it('leaves at once on the second Ctrl+C', async () => {
    const figs = start('say fig')
    await until(() => figs.said().includes('fig'))
    // The daemon doesn't answer, so the first one can't take effect.
    daemon.kill('SIGSTOP')
    try {
      figs.child.kill('SIGINT')
      await until(() => figs.complained().includes('Stopping'))
      expect(await figs.kill('SIGINT')).toBe(null)
    } finally {
      daemon.kill('SIGCONT')
    }
  })

  it('lets an answer that is being written use as much again', async () => {
    const plums = start('say plum')
    await until(() => plums.said().includes('plum'))
    expect(await chat('extend', 'nope')).toMatchObject({ code: 1 })
    const [extended] = JSON.parse((await chat('extend', '--json')).stdout) as unknown[]
    expect(extended).toMatchObject({ budget: { tokens: { limit: 2_000_000 }, ms: { limit: 40 * 60_000 } } })
    expect((await chat('extend')).stdout).toContain('of 3,000,000 tokens')
    await chat('stop')
    expect(await plums.ended).toBe(130)
    expect((await chat('extend')).stdout).toContain('No answer is being written.')
  })

  it('stops the turn of one conversation, or all', async () => {
    const plums = start('say plum')
    const figs = start('say fig')
    await until(() => plums.said().includes('plum') && figs.said().includes('fig'))
    expect(await chat('stop', 'nope')).toMatchObject({ code: 1 })
    const listed = JSON.parse((await chat('stop', '--json')).stdout) as unknown[]
    expect(listed).toHaveLength(2)
    expect(await Promise.all([plums.ended, figs.ended])).toEqual([130, 130])
    expect((await chat('stop')).stdout).toContain('No answer is being written.')
  })
})
