/** Splits a stream of bytes into lines, buffering at most `maxBytes` of an unfinished line. */
export const createLineReader = (input: {
  readonly maxBytes: number
  readonly onLine: (line: string) => void
  /** Called once; the rest is dropped. */
  readonly onTooLong: () => void
}): ((chunk: Buffer) => void) => {
  let held: Buffer[] = []
  let size = 0
  let over = false

  return (chunk) => {
    let from = 0
    while (!over) {
      const end = chunk.indexOf(0x0a, from)
      const part = chunk.subarray(from, end === -1 ? chunk.length : end)
      size += part.length
      if (size > input.maxBytes) {
        over = true
        held = []
        input.onTooLong()
        return
      }
      if (part.length > 0) held.push(part)
      if (end === -1) return
      const line = Buffer.concat(held).toString('utf8')
      held = []
      size = 0
      from = end + 1
      input.onLine(line)
    }
  }
}
