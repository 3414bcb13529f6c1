import { expect, it } from 'vitest'
import type { ModelTool } from '../../core/types.ts'
import { withoutRepeats, type Call, type Program, type Step } from './program.ts'

const tool = (name: string): ModelTool => ({ name, description: '', parameters: {} })
const [find, set] = [tool('find'), tool('set')]
const call = (of: ModelTool, what: string): Call => ({ tool: of, args: { what } })
const isLookUp = (step: Step): boolean => 'calls' in step && step.calls.every((one) => one.tool === find)

it('looks up once what is looked up again, until something is changed', () => {
  function* program(): Program<string> {
    const said: string[] = []
    for (const calls of [
      [call(find, 'a'), call(find, 'b')],
      [call(find, 'b')],
      [call(find, 'b'), call(find, 'c')],
      [call(set, 'a')],
      [call(find, 'a')],
    ])
      said.push((yield { calls }).map(({ content }) => content).join(' '))
    return said.join(', ')
  }
  const made: string[] = []
  const running = withoutRepeats(program(), isLookUp)
  let step = running.next([])
  while (step.done !== true) {
    if (!('calls' in step.value)) throw new Error('no calls')
    const calls = step.value.calls.map((one) => ({
      ...one,
      content: `${one.tool.name} ${JSON.stringify(one.args)}`,
    }))
    made.push(calls.map(({ content }) => content).join(' '))
    step = running.next(calls.map((one, at) => ({ ...one, content: `${String(made.length)}.${String(at)}` })))
  }
  expect(made).toEqual([
    'find {"what":"a"} find {"what":"b"}',
    'find {"what":"c"}',
    'set {"what":"a"}',
    'find {"what":"a"}',
  ])
  expect(step.value).toBe('1.0 1.1, 1.1, 1.1 2.0, 3.0, 4.0')
})
