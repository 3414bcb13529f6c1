import { createRequire } from 'node:module'
import type * as DagCbor from '@ipld/dag-cbor'
import type * as Re2 from 're2js'

/**
 * Libraries only needed for writing or validating. Loading them takes some 60 ms together, which a start without writes
 * can avoid; state is synchronous, so they are loaded with `require`.
 */
const load = createRequire(import.meta.url)

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

export const dagCborLibrary = once(() => load('@ipld/dag-cbor') as typeof DagCbor)
export const re2Library = once(() => load('re2js') as typeof Re2)
