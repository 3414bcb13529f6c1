const MASK = Buffer.from('•••')

/**
 * `response` with every occurrence of `token` in its body masked: a server may echo what it was sent, and its
 * output is stored, shown and read by models. Only a possible beginning of the token is held back.
 */
export const withoutToken = (response: Response, token: string): Response => {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const secret = Buffer.from(token)
  let held = Buffer.alloc(0)
  const masking = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      const { clean, rest } = masked(Buffer.concat([held, chunk]), secret)
      held = rest
      if (clean.length > 0) controller.enqueue(clean)
    },
    flush: (controller) => {
      if (held.length > 0) controller.enqueue(held)
    },
  })
  return new Response(body.pipeThrough(masking), { status, statusText, headers })
}

/** The part that can be passed on, and the part held back because `secret` may begin there. */
const masked = (
  bytes: Buffer<ArrayBuffer>,
  secret: Buffer,
): { clean: Buffer<ArrayBuffer>; rest: Buffer<ArrayBuffer> } => {
  const parts: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, from)) {
    parts.push(bytes.subarray(from, at), MASK)
    from = at + secret.length
  }
  const first = secret[0] ?? 0
  let begins = bytes.indexOf(first, Math.max(from, bytes.length - secret.length + 1))
  while (begins >= 0 && !secret.subarray(0, bytes.length - begins).equals(bytes.subarray(begins)))
    begins = bytes.indexOf(first, begins + 1)
  const end = begins < 0 ? bytes.length : begins
  return { clean: Buffer.concat([...parts, bytes.subarray(from, end)]), rest: bytes.subarray(end) }
}
