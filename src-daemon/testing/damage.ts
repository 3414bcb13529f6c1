import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs'

/** Ways in which disks damage a file. */
export const DAMAGES = ['bits', 'zeroed', 'garbled', 'cut', 'erased'] as const
export type Damage = (typeof DAMAGES)[number]

const PAGE = 4096
/** How many pages in a row a disk forgets at once. */
const ERASED = 16

/**
 * Damages the file at `path`: flips some bits, makes pages zero or random, makes 64 KiB in a row zero, or cuts its end
 * off. Otherwise `share` of its pages are damaged, at least two; the first page is spared. Returns their numbers.
 */
export const damageFile = (
  path: string,
  how: Damage,
  random: () => number,
  share = 0.01,
): readonly number[] => {
  const file = openSync(path, 'r+')
  try {
    const pages = Math.ceil(statSync(path).size / PAGE)
    const count = Math.max(2, Math.round(pages * share))
    if (how === 'cut') {
      ftruncateSync(file, (pages - count) * PAGE + Math.floor(random() * PAGE))
      return Array.from({ length: count }, (_, n) => pages - count + n + 1)
    }
    if (how === 'erased') {
      const first = 2 + Math.floor(random() * Math.max(1, pages - ERASED))
      const erased = Array.from({ length: Math.min(ERASED, pages - 1) }, (_, n) => first + n)
      for (const page of erased) damagePage(file, page, how, random)
      return erased
    }
    const chosen = new Set<number>()
    while (chosen.size < Math.min(count, pages - 1)) chosen.add(2 + Math.floor(random() * (pages - 1)))
    for (const page of chosen) damagePage(file, page, how, random)
    return [...chosen]
  } finally {
    closeSync(file)
  }
}

/** Makes the first page of the file at `path` zero. */
export const zeroFirstPage = (path: string): void => {
  zeroPages(path, [1])
}

/** Makes pages of the file at `path` zero, by their numbers from 1. */
export const zeroPages = (path: string, pages: readonly number[]): void => {
  const file = openSync(path, 'r+')
  for (const page of pages) writeSync(file, Buffer.alloc(PAGE), 0, PAGE, (page - 1) * PAGE)
  closeSync(file)
}

/** `number`: from 1. */
const damagePage = (file: number, number: number, how: Damage, random: () => number): void => {
  const page = number - 1
  const bytes = Buffer.alloc(PAGE)
  if (how === 'bits') {
    readSync(file, bytes, 0, PAGE, page * PAGE)
    const bit = Math.floor(random() * PAGE * 8)
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  } else if (how === 'garbled') for (let n = 0; n < PAGE; n++) bytes[n] = Math.floor(random() * 256)
  writeSync(file, bytes, 0, PAGE, page * PAGE)
}
