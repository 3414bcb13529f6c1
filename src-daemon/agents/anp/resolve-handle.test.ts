import { describe, expect, it } from 'vitest'
import type { DidResolver } from '../../identity/types.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { HANDLE_CASES } from '../testing/handle-cases.ts'
import { readHandle } from '../core/handle.ts'
import { resolveHandle } from './resolve-handle.ts'

type Resolution = Awaited<ReturnType<DidResolver['resolve']>>

const resolved = (resolution: object | number, document: { readonly id: string } & object) =>
  resolveHandle(
    {
      guard: {
        fetch: (url) => {
          expect(String(url)).toBe('https://example.com/.well-known/handle/ana')
          return Promise.resolve(
            typeof resolution === 'number'
              ? new Response('', { status: resolution })
              : new Response(JSON.stringify(resolution)),
          )
        },
      },
      dids: {
        resolve: () => Promise.resolve({ document } as unknown as Resolution),
      },
    },
    { local: 'ana', domain: 'example.com' },
  ).catch((thrown: unknown) => toSatchelError(thrown).code)

describe('a handle', () => {
  it.each(HANDLE_CASES)('$about', async ({ resolution, document, isValid }) => {
    expect(await resolved(resolution, document)).toBe(isValid ? document.id : 'agent_handle_unconfirmed')
  })

  it('that its provider doesn’t know, or took back, is none', async () => {
    const [first] = HANDLE_CASES
    for (const status of [404, 410, 500])
      expect(await resolved(status, first.document)).toBe('agent_handle_unconfirmed')
  })

  it('is written with a name and a domain', () => {
    expect(readHandle('wba://Ana.Example.com')).toEqual({ local: 'ana', domain: 'example.com' })
    expect(readHandle('a-b.c.example')).toEqual({ local: 'a-b', domain: 'c.example' })
    for (const text of ['', 'ana', 'example.com', 'a--b.example.com', '-a.example.com', 'a.exa mple.com'])
      expect(readHandle(text)).toBeNull()
    expect(readHandle(`${'a'.repeat(64)}.example.com`)).toBeNull()
  })
})
