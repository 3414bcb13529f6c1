import { callsOf, collect, requestOf } from '../core/language-model.acceptance.ts'
import type { ModelChunk, ModelTool } from '../core/types.ts'
import { createPlanner } from './index.ts'

const NOW = new Date(2026, 10, 20, 12, 0)
/** On a Friday, the 20th of November 2026. */
export const planner = createPlanner({ now: () => NOW })

export const TASK_URI = 'did:nuwa:cap:tasks:state:Task#v1'
export const taskObject = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string', maxLength: 40 },
    notes: { type: 'string' },
    due: { type: 'string', format: 'date' },
    remindAt: { type: 'string', format: 'date-time' },
    done: { type: 'boolean', default: false },
    urgent: { type: 'boolean' },
    priority: { type: 'string', enum: ['low', 'normal', 'high', 'on_hold'] },
    minutes: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'title', 'done', 'createdAt'],
}
/** What adds a task, or whatever `object` describes. */
export const taskTool = (object: unknown = taskObject): ModelTool => ({
  name: 'state__create',
  description: 'Add a task.',
  parameters: {
    type: 'object',
    properties: { schema_uri: { type: 'string', enum: [TASK_URI] }, object },
    required: ['schema_uri', 'object'],
  },
})
export const WEATHER: readonly ModelTool[] = [
  {
    name: 'get_current_weather',
    description: 'Get the current weather in a given location',
    parameters: {
      type: 'object',
      properties: {
        location: { type: 'string' },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'], default: 'celsius' },
      },
      required: ['location'],
    },
  },
  {
    name: 'send_notification',
    description: 'Sends a notification message to a contact.',
    parameters: {
      type: 'object',
      properties: { contact_did: { type: 'string' }, message: { type: 'string' } },
      required: ['contact_did', 'message'],
    },
  },
]
/** What adds an entry with those properties. */
export const tool = (properties: Record<string, unknown>, required = Object.keys(properties)): ModelTool => ({
  name: 'create_entry',
  description: 'Adds an entry.',
  parameters: { type: 'object', properties, required },
})

/** Runs one message; the trigger is what `message` has beyond `remainder`. */
export const run = (
  message: string,
  tools: readonly ModelTool[],
  remainder = message,
  captures: string[] = [],
) => collect(planner.chat(requestOf(message, { tools, hint: { remainder, captures } })))
/** The first call that came of it. */
export const called = async (...input: Parameters<typeof run>) => {
  const [call] = callsOf(await run(...input))
  if (call === undefined) throw new Error('nothing was called')
  return call
}
/** The object that the first call would make. */
export const object = async (...input: Parameters<typeof run>) => (await called(...input)).arguments['object']
/** The form that came instead of a call. */
export const form = async (
  ...input: Parameters<typeof run>
): Promise<Extract<ModelChunk, { type: 'form' }>> => {
  const [chunk] = await run(...input)
  if (chunk?.type !== 'form') throw new Error(`no form but ${String(chunk?.type)}`)
  return chunk
}
