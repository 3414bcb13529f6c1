import { createRouter, type Router } from '../router/index.ts'

type RouterDeps = Parameters<typeof createRouter>[0]

/** What a router is made with that nobody taught, and that asks no embedding model. */
export const untaught = {
  corrections: { of: () => [], onChange: () => () => undefined },
  embedding: null,
} satisfies Partial<RouterDeps>

/** A router over `packages`, untaught. */
export const plainRouter = (packages: RouterDeps['packages']): Router => createRouter({ packages, ...untaught })
