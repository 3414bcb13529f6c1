/** No event of an answer is longer, in UTF-16 units; a line without an end must not fill the memory. */
const LONGEST_LINE = 32 * 1024 * 1024

/**
 * The lines of a body, which may end in LF, CR or both; a byte order mark at its beginning is dropped. Only what is new is
 * searched, so that a long line in tiny pieces takes no longer than one in large pieces.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held = ''
  let endedInCr = false

  function* take(text: string): Generator<string> {
    if (text === '') return
    const parts = (endedInCr && text.startsWith('\n') ? text.slice(1) : text).split(/\r\n|\n|\r/)
    endedInCr = text.endsWith('\r')
    for (const part of parts.slice(0, -1)) {
      yield held + part
      held = ''
    }
    held += parts.at(-1) ?? ''
    if (held.length > LONGEST_LINE) throw new Error('a line of the answer has no end')
  }

  for await (const bytes of body) yield* take(decoder.decode(bytes, { stream: true }))
  yield* take(decoder.decode())
  if (held !== '') yield held
}
