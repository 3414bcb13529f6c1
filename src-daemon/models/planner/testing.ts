import { callsOf, collect, requestOf } from '../core/language-model.acceptance.ts'
import type { ModelChunk, ModelTool } from '../core/types.ts'
import { createPlanner } from './index.ts'

const NOW = new Date(2026, 10, 20, 12, 0)
/** Its clock says Friday, 20 November 2026. */
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
/** A tool that adds a task, or the object that `object` describes. */
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
/** A tool that adds an entry with these properties. */
export const tool = (properties: Record<string, unknown>, required = Object.keys(properties)): ModelTool => ({
  name: 'create_entry',
  description: 'Adds an entry.',
  parameters: { type: 'object', properties, required },
})

/** Runs one message; the part of `message` that is not in `remainder` is the trigger. */
export const run = (
  message: string,
  tools: readonly ModelTool[],
  remainder = message,
  captures: string[] = [],
) => collect(planner.chat(requestOf(message, { tools, hint: { remainder, captures } })))
/** The first call of the answer. */
export const called = async (...input: Parameters<typeof run>) => {
  const [call] = callsOf(await run(...input))
  if (call === undefined) throw new Error('nothing was called')
  return call
}
/** The object that the first call would create. */
export const object = async (...input: Parameters<typeof run>) => (await called(...input)).arguments['object']
/** The form sent instead of a call. */
export const form = async (
  ...input: Parameters<typeof run>
): Promise<Extract<ModelChunk, { type: 'form' }>> => {
  const [chunk] = await run(...input)
  if (chunk?.type !== 'form') throw new Error(`no form but ${String(chunk?.type)}`)
  return chunk
}
