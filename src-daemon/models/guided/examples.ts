/** Shows a weak model how arguments are taken from a message: it copies what it has seen, and makes up what it is only told. */
import { isRecord } from '../../platform/is-record.ts'
import type { ModelMessage } from '../core/types.ts'

/** Of each example: its first text, its second, and its number. They are nothing that anyone says to an assistant, so they stand out. */
const EXAMPLES = [
  { texts: ['hello world', 'tea'], number: 42 },
  { texts: ['blue paint', 'Maria'], number: 7 },
] as const

/**
 * What the model is asked for the arguments of a tool: examples of messages with their arguments as earlier turns, then `said`. Null if
 * the tool takes neither a text nor a number. `schema`: that of the arguments, without references.
 */
export const askedByExample = (
  name: string,
  schema: unknown,
  said: string,
): readonly ModelMessage[] | null => {
  const { properties, required } = isRecord(schema) ? schema : {}
  const members = Object.entries(isRecord(properties) ? properties : {}).flatMap(([member, node]) =>
    isPlain(node) ? [[member, node] as const] : [],
  )
  const needed = members.filter(([member]) => Array.isArray(required) && required.includes(member))
  const shown = needed.length > 0 ? needed : members.slice(0, 1)
  if (shown.length === 0) return null
  const asked = (words: string): ModelMessage => ({
    role: 'user',
    content: `Take ${members.map(([member]) => member).join(', ')} from: ${words}`,
  })
  const examples = EXAMPLES.flatMap(({ texts, number }): ModelMessage[] => {
    const values = shown.map(([member, { type }], at) => [
      member,
      type === 'string' ? texts[at % texts.length] : number,
    ])
    const words = values.map(([member, value], at) =>
      at === 0 ? String(value) : `${String(member)} ${String(value)}`,
    )
    return [
      asked(`${name} ${words.join(', ')}`),
      { role: 'assistant', content: JSON.stringify(Object.fromEntries(values)), toolCalls: [] },
    ]
  })
  return [...examples, asked(said)]
}

const isPlain = (member: unknown): member is { readonly type: unknown } =>
  isRecord(member) &&
  !('enum' in member) &&
  !('const' in member) &&
  !('format' in member) &&
  (member['type'] === 'string' || member['type'] === 'number' || member['type'] === 'integer')
