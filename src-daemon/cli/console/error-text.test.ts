import { expect, it } from 'vitest'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { errorText } from './error-text.ts'

it('names every problem of a file with its place, between what went wrong and what to do', () => {
  const problem = {
    code: 'unsigned',
    severity: 'error',
    file: 'a.acp.yaml',
    line: 3,
    column: 5,
    path: '',
    message: 'The package isn’t signed.',
    found: null,
    expected: null,
  }
  const params = { file: 'a.acp.yaml', problem: problem.message }
  const problems = [problem, { ...problem, line: 7, message: 'It has no tools.', code: 'no_tools' }]
  const view = toErrorView(new SatchelError('package_rejected', { params, details: { problems } }), 'en')
  const lines = errorText(view).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toBe('  a.acp.yaml:3:5: error: The package isn’t signed. (unsigned)')
  expect(lines[2]).toBe('  a.acp.yaml:7:5: error: It has no tools. (no_tools)')
  expect(lines[3]).toBe(view.action)
})

it('says why a program failed, in its own words, before the command it was started with', () => {
  const params = { server: 'a', how: 'exit_code', exitCode: '1', left: 'no_call' }
  const sandboxed = '$ /usr/bin/bwrap --unshare-all -- /usr/bin/node a.mjs'
  const stderr = [sandboxed, 'Error: Cannot find module', sandboxed, '    at load', ''].join('\n')
  const details = { service: 'a', command: ['/usr/bin/node', 'a.mjs'], stderr, exitCode: 1, signal: null }
  const view = toErrorView(new SatchelError('server_ended', { params, details }), 'en')
  expect(errorText(view).split('\n')).toEqual([
    'The server a stopped (exit code 1). (server_ended)',
    '  Error: Cannot find module',
    '      at load',
    view.action,
    '$ /usr/bin/node a.mjs',
    sandboxed,
  ])
})

it('adds what a model server said, which its message leaves out', () => {
  const details = { model: 'ollama:a', problem: 'cudaMalloc failed' }
  const view = toErrorView(new SatchelError('model_failed', { params: { model: 'a' }, details }), 'en')
  expect(errorText(view).split('\n')).toEqual([
    'a failed while answering. (model_failed)',
    '  cudaMalloc failed',
    view.action,
  ])
})

it('has two lines for anything but a file', () => {
  const view = toErrorView(new SatchelError('conversation_not_found'), 'en')
  expect(errorText(view)).toBe(`${view.message} (conversation_not_found)\n${view.action}`)
})
