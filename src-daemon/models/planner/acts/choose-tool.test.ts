import { expect, it } from 'vitest'
import type { ModelTool } from '../../core/types.ts'
import { chooseTool } from './choose-tool.ts'

const tool = (name: string, description: string): ModelTool => ({
  name,
  description,
  parameters: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
})
const tools = [
  tool('get-annotated-message', 'Demonstrates how a message can be annotated for everything.'),
  tool('delete-message', 'Deletes a message.'),
  tool('echo', 'Echoes back the input string'),
  tool('simulate-research-query', 'Simulates a deep research operation.'),
]
const chosen = (message: string): string | undefined => chooseTool(tools, message, 'x')?.tool.name

it('takes the tool whose very name is said, where no verb says what to do', () => {
  expect(chosen('use everything to echo "good day"')).toBe('echo')
  expect(chosen('everything: simulate research query about tea')).toBe('simulate-research-query')
})

it('needs its verb, and not only its name, for what changes or removes', () => {
  expect(chosen('everything message')).not.toBe('delete-message')
  expect(chosen('delete message 7')).toBe('delete-message')
})
