import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { ApprovalAnswer, ApprovalRequest } from '../../contract/approvals.ts'
import { answerRequests } from './approval-prompt.ts'
import { createOutput } from './output.ts'
import { createSession, type Api } from './session.ts'

const request = {
  id: 'r',
  client: null,
  title: 'mail',
  origin: { kind: 'server', name: 'node x.mjs' },
  tool: 'send',
  target: null,
  sentence: 'Sends a mail.',
  arguments: { to: 'mallory@example.com' },
  argumentsSha256: 'a'.repeat(64),
}

/** What is said of a request that was held; an answer to it would fail, as nothing takes one. */
const held = (): Promise<string> => {
  const io = {
    argv: [],
    env: {},
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  }
  const output = createOutput({ json: false, language: 'en', stream: io.stdout })
  const session = createSession({ io, output, yes: true })
  const asked = { ...request, held: true, fromOutside: ['/to'] }
  const subscribe = (_input: unknown, { onData }: { onData: (all: object[]) => void }) => {
    onData([asked])
    return { unsubscribe: () => undefined }
  }
  const api = { approvals: { pending: { subscribe } } } as unknown as Api
  const { promise, reject, resolve } = Promise.withResolvers<string>()
  answerRequests(api, session, () => true, reject)()
  setImmediate(() => {
    resolve(String(io.stdout.read()))
  })
  return promise
}

type Given = ApprovalAnswer & { readonly via?: 'yes' | 'terminal' }

/** What becomes of a request for somebody who said `--yes`; `typed` is their answer at a terminal. */
const answerTo = async (asked: object, typed: string | null) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: typed !== null })
  const stderr = Object.assign(new PassThrough(), { isTTY: typed !== null })
  const stdout = new PassThrough()
  let seen = ''
  for (const stream of [stdout, stderr])
    stream.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      if (stream === stderr && chunk.toString().includes('[y/N]'))
        setImmediate(() => stdin.write(`${typed ?? ''}\n`))
    })
  const io = { argv: [], env: {}, stdin, stdout, stderr }
  const output = createOutput({ json: false, language: 'en', stream: stdout })
  const session = createSession({ io, output, yes: true })
  const given = Promise.withResolvers<Given>()
  const api = {
    approvals: {
      pending: {
        subscribe: (_input: unknown, { onData }: { onData: (all: ApprovalRequest[]) => void }) => {
          onData([asked as ApprovalRequest])
          return { unsubscribe: () => undefined }
        },
      },
      answer: {
        mutate: (answer: Given) => {
          given.resolve(answer)
          return Promise.resolve(null)
        },
      },
    },
  }
  const end = answerRequests(api as unknown as Api, session, () => true, given.reject)
  const { answer, via } = await given.promise
  end()
  return { decision: answer.decision, via, seen }
}

it('takes --yes for what the message asked for', async () => {
  expect(await answerTo(request, null)).toMatchObject({ decision: 'allow', via: 'yes' })
})

it('answers nothing that was held: it says where it waits', async () => {
  expect(await held()).toContain('satchel approvals allow r')
})

it('does not take --yes for what others’ words led to: asks, and denies where nobody can be asked', async () => {
  const steered = { ...request, fromOutside: ['/to'] }
  const alone = await answerTo(steered, null)
  expect(alone).toMatchObject({ decision: 'deny' })
  expect(alone.seen).toContain('--yes doesn’t cover')
  expect(await answerTo(steered, 'y')).toMatchObject({ decision: 'allow', via: 'terminal' })
  expect(await answerTo(steered, 'n')).toMatchObject({ decision: 'deny', via: 'terminal' })
})
