const LINE_FEED = 0x0a

/**
 * Passes bytes on in whole lines. The SDK searches what it has of a line again with each piece of it, which a server that sends
 * single bytes could draw out for hours.
 */
export const wholeLines = (
  maxLine: number,
  tooLong: () => Error,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let pieces: Uint8Array[] = []
  let size = 0
  const take = (piece: Uint8Array): void => {
    if (piece.length === 0) return
    pieces.push(piece)
    size += piece.length
    if (size > maxLine) throw tooLong()
  }
  const taken = (): Uint8Array<ArrayBuffer> => {
    const whole = Buffer.concat(pieces)
    pieces = []
    size = 0
    return whole
  }
  return new TransformStream({
    transform: (chunk, controller) => {
      const end = chunk.lastIndexOf(LINE_FEED) + 1
      if (end > 0) {
        pieces.push(chunk.subarray(0, end))
        controller.enqueue(taken())
      }
      take(chunk.subarray(end))
    },
    flush: (controller) => {
      if (size > 0) controller.enqueue(taken())
    },
  })
}
