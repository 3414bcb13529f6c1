import { createRequire } from 'node:module'
import type * as AjvDraft7 from 'ajv'
import type * as Ajv2020 from 'ajv/dist/2020.js'
import type * as AjvFormats from 'ajv-formats'
import type * as Re2 from 're2js'

/**
 * Loading them takes some 60 ms together, which a start without writes and calls can avoid; validation is synchronous,
 * so they are loaded with `require`, on first use.
 */
const load = createRequire(import.meta.url)

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

export const draft2020Library = once(() => load('ajv/dist/2020.js') as typeof Ajv2020)
export const draft7Library = once(() => load('ajv') as typeof AjvDraft7)
export const formatsLibrary = once(() => load('ajv-formats') as typeof AjvFormats)
export const patternLibrary = once(() => load('re2js') as typeof Re2)
