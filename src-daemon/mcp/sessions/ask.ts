import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { readingIn, type Readings } from '../wire/answers.ts'
import type { LeftOutOfEntry, ListReading } from '../wire/listed.ts'

export interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined
}

/** Runs one request with its timeout, and explains its failure; `what` names what was requested. */
export type Exchange = <T>(
  what: string,
  options: ExchangeOptions,
  work: (options: RequestOptions) => Promise<T>,
) => Promise<T>

/** It was read when it came. */
const answerSchema = z.looseObject({ _meta: z.looseObject({}).optional() })

/** Sends one request, and returns what Satchel read of its answer. */
export const ask = async <M extends keyof Readings>(
  client: Client,
  method: M,
  params: Record<string, unknown>,
  request: RequestOptions,
): Promise<Readings[M]> => readingIn(method, await client.request({ method, params }, answerSchema, request))

/** A page of tools, without those whose schemas name headers as the newest protocol forbids. */
export const askForTools = async (
  client: Client,
  page: { cursor?: string },
  request: RequestOptions,
): Promise<Readings['tools/list']> => {
  const answer = await client.listTools(page, { ...request, cacheMode: 'refresh' })
  const { items, leftOut, next } = readingIn('tools/list', answer)
  const allowed = new Set(answer.tools.map(({ name }) => name))
  const forbidden = items.filter(({ name }) => !allowed.has(name))
  return {
    items: items.filter(({ name }) => allowed.has(name)),
    leftOut: [
      ...leftOut,
      ...forbidden.map(({ name }) => ({
        name,
        field: 'x-mcp-header',
        reason: 'invalid' as const,
        whole: true,
      })),
    ],
    next,
  }
}

/** A list, as far as it was followed: `more` if there are pages or entries beyond. */
export interface WholeList<T> {
  readonly items: readonly T[]
  readonly leftOut: readonly LeftOutOfEntry[]
  readonly more: boolean
}

/** Follows the pages of a list within bounds: a server's cursor might never end, or lead in a circle. */
export const followPages = async <T>(
  { maxPages, maxEntries }: { readonly maxPages: number; readonly maxEntries: number },
  page: (params: { cursor?: string }) => Promise<ListReading<T>>,
): Promise<WholeList<T>> => {
  const items: T[] = []
  const leftOut: LeftOutOfEntry[] = []
  const seen = new Set<string>()
  let cursor: string | null = null
  for (let pageNumber = 0; pageNumber < maxPages && items.length <= maxEntries; pageNumber += 1) {
    const { items: some, leftOut: less, next }: ListReading<T> = await page(cursor === null ? {} : { cursor })
    items.push(...some.slice(0, maxEntries + 1))
    leftOut.push(...less)
    if (next === null) return { items: items.slice(0, maxEntries), leftOut, more: items.length > maxEntries }
    if (seen.has(next)) break
    seen.add(next)
    cursor = next
  }
  return { items: items.slice(0, maxEntries), leftOut, more: true }
}
