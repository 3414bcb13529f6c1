import { describe, expect, it } from 'vitest'
import { packageOf } from '../testing/chat.ts'
import { createToolSearch, type SearchedTool } from './tool-search.ts'

const tool = (id: string, description: string, examples: readonly string[] = []): SearchedTool => ({
  id,
  name: id.split('/')[1] ?? '',
  description,
  owner: packageOf(id.split('/')[0] ?? '', [], [], { examples, description: '' }),
})
const TOOLS: readonly SearchedTool[] = [
  tool('weather/forecast', 'Tells how the weather will be.', ['will it rain tomorrow', '明天会下雨吗']),
  tool('mail/send', 'Sends an e-mail to somebody.', ['write Ann an email about the party']),
  tool('money/transfer', 'Moves money between accounts.', ['transfer 100 to my savings']),
  tool('zzz/frobnicate', 'Frobnicates a widget.'),
]
const ids = (found: readonly SearchedTool[]) => found.map(({ id }) => id)

describe('a search for tools', () => {
  it.each([
    ['is it going to be raining', 'weather/forecast'],
    ['明天会下雨吗', 'weather/forecast'],
    ['drop Bob a message by email', 'mail/send'],
    ['put some cash into my savings', 'money/transfer'],
    ['frobnicating widgets', 'zzz/frobnicate'],
  ])('knows other words, and sentences of the capability: %s', (text, id) => {
    expect(ids(createToolSearch(() => TOOLS).find(text, 1))).toEqual([id])
  })

  it('gives everything, each once, in a stable order, however much is asked for', () => {
    const search = createToolSearch(() => TOOLS)
    expect(ids(search.find('', 10))).toEqual(ids(TOOLS))
    const all = ids(search.find('send an email', 10))
    expect(all.toSorted()).toEqual(ids(TOOLS).toSorted())
    for (const limit of [1, 2, 3])
      expect(ids(search.find('send an email', limit))).toEqual(all.slice(0, limit))
  })

  it('follows what comes and goes', () => {
    let tools = TOOLS
    const search = createToolSearch(() => tools)
    search.prepare()
    tools = TOOLS.filter(({ id }) => id !== 'mail/send')
    expect(ids(search.find('send an email', 10))).not.toContain('mail/send')
    tools = [...tools, tool('post/letter', 'Prints and posts a letter.', ['send a letter to Ann'])]
    expect(ids(search.find('a letter to Bob', 1))).toEqual(['post/letter'])
  })
})
