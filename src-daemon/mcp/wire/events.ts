import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/** One event of a stream of server-sent events, with its original lines. */
interface Event {
  readonly lines: readonly string[]
  readonly name: string
  readonly data: string
}

/**
 * Server-sent events with well-formed messages: those that `read` finds in an event's data replace it, one event each.
 * Everything else is unchanged. The last event of a stream counts even without the empty line after it.
 */
export const readEvents = (deps: {
  readonly read: (data: string) => readonly JSONRPCMessage[] | null
  /** Called with each event that isn't a message. */
  readonly other: (name: string, data: string) => void
}): TransformStream<Uint8Array, Uint8Array> => {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  let lines: string[] = []

  /** The replacement of an event. */
  const written = (): string => {
    const event = eventOf(lines)
    const asItWas = lines.length === 0 ? '' : `${lines.join('\n')}\n\n`
    lines = []
    if (event.data === '') return asItWas
    const messages = event.name === 'endpoint' ? null : deps.read(event.data)
    if (messages === null) {
      deps.other(event.name, event.data)
      return asItWas
    }
    const kept = event.lines.filter((line) => !/^(?:data|event)(?::|$)/.test(line) && !isBare(line))
    return messages
      .map((message) => [...kept, `data: ${JSON.stringify(message)}`, '', ''].join('\n'))
      .join('')
  }

  const take = (text: string, isEnd: boolean): string => {
    // A line may end in CR alone, but its LF might still follow.
    const whole = rest + text
    const usable = !isEnd && whole.endsWith('\r') ? whole.slice(0, -1) : whole
    const parts = usable.split(/\r\n|\n|\r/)
    rest = (parts.pop() ?? '') + whole.slice(usable.length)
    let made = ''
    for (const line of parts)
      if (line === '') made += written()
      else {
        lines.push(line)
        // A message on a line of its own, without a field.
        if (isBare(line)) made += written()
      }
    return made
  }

  return new TransformStream({
    transform: (chunk, controller) => {
      const made = take(decoder.decode(chunk, { stream: true }), false)
      if (made !== '') controller.enqueue(encoder.encode(made))
    },
    flush: (controller) => {
      const made = take(`${decoder.decode()}\n`, true) + written()
      if (made !== '') controller.enqueue(encoder.encode(made))
    },
  })
}

/** JSON in place of a field. */
const isBare = (line: string): boolean => line.startsWith('{') || line.startsWith('[{')

const eventOf = (lines: readonly string[]): Event => {
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line === field || line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
  return {
    lines,
    name: valuesOf('event').at(-1) ?? '',
    data: [...valuesOf('data'), ...lines.filter(isBare)].join('\n'),
  }
}
