import { isRecord } from '../../platform/is-record.ts'

/** A result has to be an object; some servers answer with only its content. */
const BARE = 'satchel/bare'

type Given = Readonly<Record<string, unknown>>

/** The member of each answer that holds its list. */
const LISTS: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'resources/read': 'contents',
  'prompts/get': 'messages',
}

/** Wraps an answer that isn't an object. */
export const asBare = (value: unknown): Given => ({ [BARE]: value })

/** The intended answer: a bare list is that of the method; a tool's bare answer is content, or else data. */
export const withoutBare = (method: string, result: Given): Given => {
  if (!(BARE in result)) return result
  const value = result[BARE]
  if (method === 'tools/call' || method === 'tasks/result')
    return isData(value) ? { structuredContent: value } : { content: value }
  const list = LISTS[method]
  return list === undefined ? {} : { [list]: value }
}

/** A list of anything but blocks. */
const isData = (value: unknown): boolean =>
  Array.isArray(value) && !value.every((one) => typeof one === 'string' || (isRecord(one) && 'type' in one))
