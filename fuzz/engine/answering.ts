import type { NetworkGuard } from '../../src-daemon/network/index.ts'

/** A network where every request is answered with these bytes, piece by piece. */
export const answering = (pieces: readonly Uint8Array[], type: string): NetworkGuard => {
  const fetch = (): Promise<Response> => {
    const left = [...pieces]
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = left.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(new Uint8Array(piece))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': type } }))
  }
  return { fetch, check: () => Promise.resolve(), fetchFor: () => fetch, close: () => Promise.resolve() }
}

/** The bytes cut into pieces of a length that they determine. */
export const inPieces = (bytes: Uint8Array): Uint8Array[] => {
  const length = 1 + ((bytes[bytes.length >> 1] ?? 0) % 31)
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) =>
    bytes.subarray(n * length, (n + 1) * length),
  )
}
