import type { SaidCall } from '../answer/reader.ts'

/** One fragment of a call in a stream. */
export interface CallFragment {
  readonly index?: number | undefined
  readonly id?: string | null | undefined
  readonly function?:
    { readonly name?: string | null | undefined; readonly arguments?: unknown } | null | undefined
}

/** Puts calls together that come in fragments, also from servers that leave the index out or give every call the same. */
export const createFragments = () => {
  const calls: { index: number; id: string; name: string; arguments: string }[] = []

  const add = ({ index, id, function: part }: CallFragment): void => {
    const last = calls.at(-1)
    const named = part?.name ?? ''
    const found = index === undefined ? last : calls.findLast((call) => call.index === index)
    // Another id under the same number is another call.
    const isNew =
      found === undefined || (typeof id === 'string' && id !== '' && found.id !== '' && id !== found.id)
    const call = isNew ? { index: index ?? calls.length, id: '', name: '', arguments: '' } : found
    if (isNew) calls.push(call)
    if (typeof id === 'string' && call.id === '') call.id = id
    // A name comes whole; some servers repeat it with every fragment.
    if (call.name === '') call.name = named
    const text = part?.arguments
    if (typeof text === 'string') call.arguments += text
    else if (typeof text === 'object' && text !== null) call.arguments += JSON.stringify(text)
  }

  return {
    add,
    /** The calls so far, complete when the stream is. */
    calls: (): readonly SaidCall[] =>
      calls
        .filter((call) => call.name !== '' || call.arguments.trim() !== '')
        .map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
  }
}
