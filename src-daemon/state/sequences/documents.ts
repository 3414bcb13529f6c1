import type { Json } from '../base/json.ts'
import { openDocument, readSequence, type SequenceDocument } from './automerge.ts'
import type { Sequence } from './types.ts'

/** Limits of the loaded documents: their number, and their total size in characters or elements. */
const MAX_DOCUMENTS = 64
const MAX_SIZE = 4 << 20

/** `sequence` is given if the document isn't loaded. */
export type DocumentRequest =
  | {
      readonly do: 'edit'
      readonly key: string
      readonly version: string
      readonly nextVersion: string
      readonly actor: string
      readonly after: Json
      readonly sequence: Sequence | null
    }
  | {
      readonly do: 'save'
      readonly key: string
      readonly version: string
      readonly sequence: Sequence | null
    }
  | { readonly do: 'read'; readonly sequence: Sequence }

/** `unloaded` asks for the same request again, with the sequence. */
export type DocumentAnswer =
  | { readonly kind: 'unloaded' }
  | { readonly kind: 'change'; readonly change: Uint8Array | null }
  | { readonly kind: 'saved'; readonly saved: Uint8Array | null }
  | { readonly kind: 'value'; readonly value: Json }

interface Loaded {
  readonly document: SequenceDocument
  readonly version: string
  readonly actor: string
}

/**
 * The loaded documents by key; the least recently used is dropped when there is too much. After an error a document is
 * dropped: Automerge may have stopped half-way.
 */
export const createDocuments = (): ((request: DocumentRequest) => DocumentAnswer) => {
  const loaded = new Map<string, Loaded>()

  const answer = (request: DocumentRequest): DocumentAnswer => {
    if (request.do === 'read') return { kind: 'value', value: readSequence(request.sequence) }
    const { key } = request
    const found = take(request)
    if (found === null) return { kind: 'unloaded' }
    try {
      const done = use(found, request)
      loaded.set(key, done.loaded)
      dropOldest(key)
      return done.answer
    } catch (error) {
      found.document.free()
      throw error
    }
  }

  /** Removes and returns the document; it is put back if nothing failed. Null if it has to be sent. */
  const take = (request: Exclude<DocumentRequest, { do: 'read' }>): Loaded | null => {
    const { key, version, sequence } = request
    const found = loaded.get(key)
    const actor = request.do === 'edit' ? request.actor : (found?.actor ?? 'reader')
    loaded.delete(key)
    if (found?.version === version && found.actor === actor) return found
    found?.document.free()
    return sequence === null ? null : { document: openDocument(sequence, actor), version, actor }
  }

  const dropOldest = (kept: string): void => {
    let size = 0
    for (const { document } of loaded.values()) size += document.size()
    for (const [key, { document }] of loaded) {
      if (key === kept || (loaded.size <= MAX_DOCUMENTS && size <= MAX_SIZE)) break
      size -= document.size()
      loaded.delete(key)
      document.free()
    }
  }

  return answer
}

/** Does once what the first edit would otherwise wait for: WebAssembly is compiled when it is called. */
export const warmUp = (): void => {
  const document = openDocument({ kind: 'text', base: 'a', changes: [] }, 'reader')
  document.edit('ab')
  document.free()
}

const use = (
  found: Loaded,
  request: Exclude<DocumentRequest, { do: 'read' }>,
): { readonly loaded: Loaded; readonly answer: DocumentAnswer } => {
  if (request.do === 'save') return { loaded: found, answer: { kind: 'saved', saved: found.document.save() } }
  const change = found.document.edit(request.after)
  return {
    loaded: change === null ? found : { ...found, version: request.nextVersion },
    answer: { kind: 'change', change },
  }
}
