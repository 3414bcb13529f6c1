import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './freshness.mjs'

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Entries that npm would install without comparing a hash. What is bundled in a package is part of that package's. */
const unpinned = (packages) =>
  Object.entries(packages)
    .filter(
      ([path, { integrity, inBundle }]) => path !== '' && !inBundle && !integrity?.startsWith('sha512-'),
    )
    .map(([path]) => path)

describe('package-lock.json', () => {
  const { packages } = read('package-lock.json')

  it('pins every package by its hash, those of other platforms too', () => {
    expect(unpinned(packages)).toEqual([])
  })

  it('names no other place than the registry', () => {
    const elsewhere = Object.entries(packages).filter(
      ([, { resolved, link }]) => resolved !== undefined || link,
    )
    expect(elsewhere).toEqual([])
  })

  it('bundles only in packages that are pinned', () => {
    const bundled = Object.entries(packages).filter(([, { inBundle }]) => inBundle)
    for (const [path] of bundled)
      expect(packages[path.slice(0, path.lastIndexOf('/node_modules/'))]?.integrity).toMatch(/^sha512-/)
  })
})
