import { expect, it } from 'vitest'
import { LANGUAGES, sayError } from './index.ts'

const ended = (language: (typeof LANGUAGES)[number], how: string) =>
  sayError(language, 'service_ended', { service: 'a', how, exitCode: '3' }).message

it('a reason is said in the language of its sentence, with its own parameters', () => {
  expect(LANGUAGES.map((language) => ended(language, 'exit_code'))).toEqual([
    'The service a ended (exit code 3).',
    '服务 a 已结束（退出代码 3）。',
    'サービス a が終了しました（終了コード 3）。',
    'El servicio a terminó (código de salida 3).',
  ])
})

it('what is no reason of ours stands as it was said', () => {
  expect(ended('zh', 'exit code 7')).toBe('服务 a 已结束（exit code 7）。')
  expect(ended('en', 'toString')).toBe('The service a ended (toString).')
})
