import { expect, it } from 'vitest'
import { useIdentityHome } from '../../../identity/keys/testing.ts'
import { createKeptCallbacks } from './kept.ts'

const home = useIdentityHome()

it('keeps neither more callbacks than it can, nor what an agent calls a task at any length', () => {
  const kept = createKeptCallbacks(home.database())
  const one = (id: string, task: string) => ({
    ...{ id, task, token: 'ab', agent: 'they', operation: 'x', asDid: null, state: 'working' },
    ...{ target: { url: 'https://a.example/', version: '1.0' as const, skill: 's' } as never },
    ...{ ended: false, at: 1 },
  })
  expect(kept.put(one('long', 'x'.repeat(1_000_000)))).toBe(false)
  const put = Array.from({ length: 201 }, (_, at) => kept.put(one(String(at), `t${String(at)}`)))
  expect(put.filter(Boolean)).toHaveLength(200)
  expect(put.at(-1)).toBe(false)
})
