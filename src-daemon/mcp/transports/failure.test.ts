import { expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { unreadable } from '../wire/unreadable.ts'
import { serverFailure } from './failure.ts'

const failureOf = (message: string, data?: unknown): SatchelError =>
  failureOfThrown(Object.assign(new Error(message), { code: -32000, data }))

const failureOfThrown = (thrown: Error): SatchelError => {
  const failure = serverFailure(thrown, {
    server: 'x',
    command: null,
    seconds: 1,
    log: { masked: (value) => value, tail: () => '' },
  })
  if (!(failure instanceof SatchelError)) throw new Error('another failure')
  return failure
}

const problemOf = (message: string, data?: unknown): unknown => {
  const failure = failureOf(message, data)
  expect(failure.code).toBe('server_refused')
  return failure.params['problem']
}

it.each([
  ['a message alone', 'the table is locked', undefined, 'the table is locked'],
  ['null beside it', 'the table is locked', null, 'the table is locked'],
  [
    'the reason in its data',
    'Error',
    { code: 'E42', reason: 'locked' },
    'Error {"code":"E42","reason":"locked"}',
  ],
  ['the reason as a text in its data', 'Error', 'the table is locked', 'Error the table is locked'],
  ['the same in both', 'Error: the table is locked', 'the table is locked', 'Error: the table is locked'],
])('says why a server refused: %s', (_about, message, data, problem) => {
  expect(problemOf(message, data)).toBe(problem)
})

it.each([
  [
    'an error of the protocol',
    '{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"the table is locked"}}',
    'HTTP 500: the table is locked',
  ],
  ['words', 'the table is locked\n', 'HTTP 500: the table is locked'],
  ['other JSON', '{"detail":"locked"}', 'HTTP 500: {"detail":"locked"}'],
  ['nothing', '', 'HTTP 500'],
])('says once what a refusal over HTTP says: %s', (_about, text, problem) => {
  const data = { status: 500, statusText: '', text }
  const thrown = Object.assign(new Error(`Error POSTing to endpoint: ${text}`), {
    code: 'CLIENT_HTTP_FAILED',
    status: 500,
    data,
  })
  expect(failureOfThrown(thrown).params['problem']).toBe(problem)
})

it('keeps the beginning of very much', () => {
  expect(String(problemOf('x'.repeat(5000))).length).toBeLessThan(2100)
})

it('says of an unreadable answer how it began, without marks of our own', () => {
  const { error } = unreadable(1, 'answer_not_json', '{"mean":NaN}')
  const failure = failureOf(error.message, error.data)
  expect(failure).toMatchObject({
    code: 'server_answer_unreadable',
    details: { problem: '{"mean":NaN}' },
  })
})
