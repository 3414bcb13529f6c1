/** Models in several files, as llama.cpp splits large ones: `name-00001-of-00003.gguf`, and so on, beside each other. */
import { existsSync, rmSync, statSync } from 'node:fs'

const PART = /-(\d{5})-of-(\d{5})(\.gguf)$/i
/** More would be no model but an attack on the disk's directory. */
const MAX_PARTS = 999

const numbered = (number: number): string => String(number).padStart(5, '0')

/** The paths of all parts, the first one first, by any of them; a model in one file is its only part. */
export const partsOf = (path: string): readonly string[] => {
  const [, number, count = '', suffix = ''] = PART.exec(path) ?? []
  const total = Number(count)
  if (number === undefined || total < 1 || total > MAX_PARTS || Number(number) > total) return [path]
  return Array.from({ length: total }, (_, at) =>
    path.replace(PART, `-${numbered(at + 1)}-of-${count}${suffix}`),
  )
}

/** The same of an address, whatever follows its path. */
export const partAddresses = (address: string): readonly string[] => {
  const url = new URL(address)
  return partsOf(url.pathname).map((pathname) => Object.assign(new URL(url), { pathname }).href)
}

/** A name without the number of the part. */
export const wholeName = (name: string): string => name.replace(PART, '$3')

/** Whether all files of a model are there. */
export const isWhole = (file: string): boolean => partsOf(file).every((part) => existsSync(part))

/** Bytes of all its files. */
export const wholeSize = (file: string): number =>
  partsOf(file).reduce((sum, part) => sum + statSync(part).size, 0)

export const removeWhole = (file: string): void => {
  for (const part of partsOf(file)) rmSync(part, { force: true })
}
