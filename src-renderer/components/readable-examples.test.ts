import { expect, it } from 'vitest'
import { sentencesIn } from '../../src-daemon/text/example-language.ts'
import { readableExamples } from './readable-examples.ts'

const examples = ['add a note', 'ノートを追加', '新建笔记', 'añade una nota']

it('are those in the language on screen, else the English ones, else all', () => {
  expect(readableExamples(examples)).toEqual(['add a note'])
  for (const [at, language] of (['en', 'ja', 'zh', 'es'] as const).entries())
    expect(sentencesIn(examples, language)).toEqual([examples[at]])
  expect(sentencesIn(['add a note', 'ノートを追加'], 'es')).toEqual(['add a note'])
  expect(readableExamples(['ノートを追加'])).toEqual(['ノートを追加'])
})
