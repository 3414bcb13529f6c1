import { expect, it } from 'vitest'
import { sayError } from './index.ts'
import { LANGUAGES } from '../contract/language.ts'

const ended = (language: (typeof LANGUAGES)[number], how: string) =>
  sayError(language, 'server_ended', { server: 'a', how, left: 'no_call', exitCode: '3' }).message

it('a reason is said in the language of its sentence, with its own parameters', () => {
  expect(LANGUAGES.map((language) => ended(language, 'exit_code'))).toEqual([
    'The server a stopped (exit code 3).',
    '服务器 a 已停止（退出代码 3）。',
    'サーバー a が停止しました（終了コード 3）。',
    'El servidor a se detuvo (código de salida 3).',
  ])
})

it('half done is what was being done, and nothing where no call was running', () => {
  const action = (language: (typeof LANGUAGES)[number], left: string) =>
    sayError(language, 'server_ended', { server: 'a', how: 'stopped', left }).action
  expect(action('en', 'call_cut_off')).toMatch(
    /^The call it was working on may be only partly done\. The details have the exact command/,
  )
  expect(action('en', 'no_call')).toMatch(/^No call was running\. The details have the exact command/)
  for (const language of LANGUAGES) expect(action(language, 'no_call')).not.toContain('{')
})

it('shows an unknown reason word for word', () => {
  expect(ended('zh', 'exit code 7')).toBe('服务器 a 已停止（exit code 7）。')
  expect(ended('en', 'toString')).toBe('The server a stopped (toString).')
})
