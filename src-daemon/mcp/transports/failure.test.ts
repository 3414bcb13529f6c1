import { expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { serverFailure } from './failure.ts'

const problemOf = (message: string, data?: unknown): unknown => {
  const failure = serverFailure(Object.assign(new Error(message), { code: -32000, data }), {
    server: 'x',
    command: null,
    seconds: 1,
    log: { masked: (value) => value, tail: () => '' },
  })
  if (!(failure instanceof SatchelError)) throw new Error('another failure')
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

it('keeps the beginning of very much', () => {
  expect(String(problemOf('x'.repeat(5000))).length).toBeLessThan(2100)
})
