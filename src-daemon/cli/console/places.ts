import type { IpfsPlace, IpfsSource } from '../../contract/ipfs.ts'
import { say } from '../../text/index.ts'
import { columns, type Output } from './output.ts'

/** Readable names of sources. */
export const placeNames = (output: Output, sources: readonly IpfsSource[]): string =>
  sources.map(({ name }) => (name === '' ? say(output.language, 'cli_ipfs_here') : name)).join(', ')

/** Prints where something is stored, each place with a tick or its error. */
export const showPlaces = (output: Output, places: readonly IpfsPlace[], indent = ''): void => {
  for (const line of columns(places.map((place) => [placeNames(output, [place]), place.problem ?? '✓'])))
    output.line(`${indent}${line}`)
}
