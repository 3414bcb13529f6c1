import { createRequire } from 'node:module'

/**
 * Libraries that only writing or checking needs. Loading them takes some 60 ms together, which a start with nothing to
 * write need not pay; state is synchronous, so they come through `require`.
 */
const load = createRequire(import.meta.url)

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

export const ajvLibrary = once(() => load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js'))
export const ajvFormatsLibrary = once(() => load('ajv-formats') as typeof import('ajv-formats'))
export const dagCborLibrary = once(() => load('@ipld/dag-cbor') as typeof import('@ipld/dag-cbor'))
export const re2Library = once(() => load('re2js') as typeof import('re2js'))
