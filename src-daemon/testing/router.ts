import { createRouter, type Router } from '../router/index.ts'

type RouterDeps = Parameters<typeof createRouter>[0]

/** A router over `packages` that nobody taught and that asks no embedding model, unless `more` says so. */
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
