import { createRouter, type Router } from '../router/index.ts'

type RouterDeps = Parameters<typeof createRouter>[0]

/** A router over `packages`, by default without corrections and embedding model; `more` changes that. */
export const plainRouter = (
  packages: RouterDeps['packages'],
  more: Partial<Omit<RouterDeps, 'packages'>> = {},
): Router =>
  createRouter({
    packages,
    corrections: { of: () => [], onChange: () => () => undefined },
    embedding: null,
    ...more,
  })
