/** What a client of a protocol has to hold of an answer at once, in bytes: an event, or all of an answer without events. */
const LONGEST = 32 * 1024 * 1024
const LF = 10
const CR = 13

/**
 * `fetch` whose answers come in whole server-sent events: clients search all they hold for the end of an event with each piece, and hold as
 * much as comes. Errors, in the body: one for an event, or an answer of another type, that is too long.
 */
export const withWholeEvents =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    const { status, statusText, headers } = response
    const isStream = /^text\/event-stream\b/iu.test(headers.get('content-type') ?? '')
    const body = response.body.pipeThrough(isStream ? wholeEvents() : bounded())
    return new Response(body, { status, statusText, headers })
  }

const tooLong = (): Error => new Error('an event of the answer has no end')

const wholeEvents = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let held: Uint8Array[] = []
  let size = 0
  let isEmptyLine = false
  let endedInCr = false

  /** The place behind the last empty line of a piece; 0 for none. */
  const lastEnd = (bytes: Uint8Array): number => {
    let end = 0
    for (const [at, byte] of bytes.entries()) {
      const isSecondHalf = byte === LF && endedInCr
      endedInCr = byte === CR
      if (isSecondHalf) {
        if (end === at && at > 0) end = at + 1
        continue
      }
      if (byte !== LF && byte !== CR) isEmptyLine = false
      else {
        if (isEmptyLine) end = at + 1
        isEmptyLine = true
      }
    }
    return end
  }

  return new TransformStream({
    transform: (bytes, controller) => {
      const end = lastEnd(bytes)
      if (end > 0) {
        controller.enqueue(Buffer.concat([...held, bytes.subarray(0, end)]))
        held = []
        size = 0
      }
      if (end === bytes.length) return
      held.push(bytes.subarray(end))
      size += bytes.length - end
      if (size > LONGEST) throw tooLong()
    },
    flush: (controller) => {
      if (held.length > 0) controller.enqueue(Buffer.concat(held))
    },
  })
}

const bounded = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let size = 0
  return new TransformStream({
    transform: (bytes, controller) => {
      size += bytes.length
      if (size > LONGEST) throw tooLong()
      controller.enqueue(bytes)
    },
  })
}
