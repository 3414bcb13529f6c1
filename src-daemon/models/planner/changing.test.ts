import { describe, expect, it } from 'vitest'
import { callsOf, collect, requestOf, textOf } from '../core/language-model.acceptance.ts'
import type { ModelMessage, ModelTool } from '../core/types.ts'
import { called, planner, run, TASK_URI, taskTool } from './testing.ts'

describe('changing what the message names', () => {
  const tools: readonly ModelTool[] = [
    taskTool(),
    {
      name: 'state__query',
      description: 'Find tasks.',
      parameters: {
        type: 'object',
        properties: { query: { type: 'object', properties: { from: { enum: [TASK_URI] } } } },
        required: ['query'],
      },
    },
    {
      name: 'state__update',
      description: 'Change a task.',
      parameters: {
        type: 'object',
        properties: {
          schema_uri: { enum: [TASK_URI] },
          id: { type: 'string' },
          patch: { type: ['object', 'array'] },
        },
        required: ['schema_uri', 'id', 'patch'],
      },
    },
  ]
  /** Runs `message`, answers its look-up with `items`, and returns the next answer. */
  const afterLookup = async (message: string, remainder: string, items: unknown[], given = tools) => {
    const hint = { remainder, captures: [] }
    const call = await called(message, given, remainder)
    const content = JSON.stringify({ ok: true, output: { items, cursor: null } })
    const messages: ModelMessage[] = [
      { role: 'user', content: message },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content },
    ]
    return { call, chunks: await collect(planner.chat(requestOf(messages, { tools: given, hint }))) }
  }
  const milk = { id: 'id-1', object: { title: 'Buy milk' } }

  it.each([
    ['complete task buy milk', 'complete buy milk'],
    ['mark task buy milk as done', 'mark buy milk as done'],
    ['完成任务 buy milk', '完成 buy milk'],
  ])('looks it up and completes it: %s', async (message, remainder) => {
    const { call, chunks } = await afterLookup(message, remainder, [milk])
    expect(call.name).toBe('state__query')
    expect(JSON.stringify(call.arguments)).toContain('{"title":{"$regex":"(?i)milk"}}')
    expect(callsOf(chunks)).toMatchObject([
      {
        name: 'state__update',
        arguments: { schema_uri: TASK_URI, id: 'id-1', patch: { $set: { done: true } } },
      },
    ])
  })

  it('gives it two tags that are named together, one after the other', async () => {
    const { chunks } = await afterLookup('tag task milk with car and money', 'tag milk', [milk])
    expect(callsOf(chunks).map(({ arguments: args }) => args['patch'])).toEqual([
      { $addToSet: { tags: 'car' } },
      { $addToSet: { tags: 'money' } },
    ])
  })

  it('takes a tag off and leaves the others, and asks where it has no such tag', async () => {
    const tagged = { id: 'id-1', object: { title: 'Buy milk', tags: ['Home', 'shop'] } }
    const off = await afterLookup('take the tag home off task milk', 'take off', [tagged])
    expect(callsOf(off.chunks).map(({ arguments: args }) => args['patch'])).toEqual([
      { $set: { tags: ['shop'] } },
    ])
    const none = await afterLookup('take the tag work off task milk', 'take off', [tagged])
    expect(callsOf(none.chunks)).toEqual([])
  })

  it('says that tags stay where the tool can’t take one off', async () => {
    const grows = tools.map((one) =>
      one.name === 'state__update'
        ? {
            ...one,
            parameters: {
              type: 'object',
              properties: {
                schema_uri: { enum: [TASK_URI] },
                id: { type: 'string' },
                patch: {
                  type: 'object',
                  properties: {
                    $set: { type: 'object', properties: { title: { type: 'string' } } },
                    $addToSet: { type: 'object', properties: { tags: { type: 'string' } } },
                  },
                },
              },
              required: ['schema_uri', 'id', 'patch'],
            },
          }
        : one,
    )
    const tagged = { id: 'id-1', object: { title: 'Buy milk', tags: ['home'] } }
    const { chunks } = await afterLookup('take the tag home off task milk', 'take off', [tagged], grows)
    expect(callsOf(chunks)).toEqual([])
    expect(textOf(chunks)).toBe('I changed nothing: tags of Task can be added, but not taken off.')
  })

  it('changes a date and a priority that one sentence says', async () => {
    const { chunks } = await afterLookup('move task milk to Sunday, high priority', 'move', [milk])
    expect(callsOf(chunks).map(({ arguments: args }) => args['patch'])).toEqual([
      { $set: { due: '2026-11-22' } },
      { $set: { priority: 'high' } },
    ])
  })

  it('asks what to change when the message does not say, and which one when several match', async () => {
    const unsaid = await run('change task buy milk', tools)
    expect(callsOf(unsaid)).toEqual([])
    expect(textOf(unsaid)).toContain('What should I add, find, change or tick off?')
    const several = await afterLookup('complete task milk', 'complete milk', [
      milk,
      { id: 'id-2', object: { title: 'Milk 2' } },
    ])
    expect(callsOf(several.chunks)).toEqual([])
    expect(textOf(several.chunks)).toBe(
      'There’s more than one match, so I changed nothing. Which one do you mean?\n• Buy milk\n• Milk 2',
    )
  })

  it('changes nothing when nothing matches', async () => {
    const { chunks } = await afterLookup('complete task milk', 'complete milk', [])
    expect(callsOf(chunks)).toEqual([])
    expect(textOf(chunks)).toBe('I changed nothing, because I found no “milk” in Task. What is it called?')
  })
})
