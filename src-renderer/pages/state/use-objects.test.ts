import { nextTick, ref } from 'vue'
import { describe, expect, it } from 'vitest'
import type { StateObject } from '../../../src-daemon/state/types.ts'
import { columnsOf } from './columns.ts'
import type { objectQuery } from './object-query.ts'
import { useObjects, type Subject } from './use-objects.ts'

const columns = columnsOf({
  properties: { title: { type: 'string' }, updatedAt: { type: 'string', format: 'date-time' } },
})
const subject = (schemaUri: string): Subject => ({ schemaUri, columns, idField: null })
const object = (index: number): StateObject => ({
  id: String(index),
  schemaUri: 'a',
  scope: 'sc:a',
  owner: 'o',
  version: 'v',
  object: { title: String(index) },
  updatedAt: '2026-01-01T00:00:00.000Z',
})

const answers = () => {
  const asked: {
    query: ReturnType<typeof objectQuery>
    answer: (count: number, cursor?: string) => void
    fail: () => void
  }[] = []
  const query = (query: ReturnType<typeof objectQuery>) =>
    new Promise<{ items: StateObject[]; cursor: string | null }>((resolve, reject) => {
      asked.push({
        query,
        answer: (count, cursor) => {
          resolve({
            items: Array.from({ length: count }, (_, index) => object(index)),
            cursor: cursor ?? null,
          })
        },
        fail: () => {
          reject(new Error('lost'))
        },
      })
    })
  return { asked, query }
}
const toErrorView = () => ({ code: 'lost', message: 'Lost.', action: 'Again.' })
const settled = async () => {
  await nextTick()
  await new Promise((resolve) => setTimeout(resolve))
}

describe('the rows of the table', () => {
  it('are asked for newest first, then page by page', async () => {
    const { asked, query } = answers()
    const objects = useObjects({ subject: ref(subject('a')), query, toErrorView })
    expect(asked[0]?.query).toMatchObject({ from: 'a', order: [{ field: 'updatedAt', direction: 'desc' }] })
    asked[0]?.answer(100, 'next')
    await settled()
    void objects.loadMore()
    void objects.loadMore()
    expect(asked).toHaveLength(2)
    expect(asked[1]?.query.cursor).toBe('next')
    asked[1]?.answer(5)
    await settled()
    expect(objects.rows.value).toHaveLength(105)
    expect(objects.more.value).toBe(false)
  })

  it('never show the answer to an older question', async () => {
    const { asked, query } = answers()
    const about = ref(subject('a'))
    const objects = useObjects({ subject: about, query, toErrorView })
    about.value = subject('b')
    await nextTick()
    asked[1]?.answer(2)
    await settled()
    asked[0]?.answer(50)
    await settled()
    expect(objects.rows.value).toHaveLength(2)
  })

  it('keep what is shown when asking for more fails, and can be asked again', async () => {
    const { asked, query } = answers()
    const objects = useObjects({ subject: ref(subject('a')), query, toErrorView })
    asked[0]?.answer(100, 'next')
    await settled()
    void objects.loadMore()
    asked[1]?.fail()
    await settled()
    expect(objects.error.value?.code).toBe('lost')
    expect(objects.rows.value).toHaveLength(100)
    void objects.load()
    asked[2]?.answer(1)
    await settled()
    expect(objects.error.value).toBeNull()
  })

  it('say that something changed when more is shown than can be asked for at once', async () => {
    const { asked, query } = answers()
    const objects = useObjects({ subject: ref(subject('a')), query, toErrorView })
    asked[0]?.answer(1001)
    await settled()
    await objects.refresh()
    expect(asked).toHaveLength(1)
    expect(objects.stale.value).toBe(true)
    void objects.load()
    expect(objects.stale.value).toBe(false)
    asked[1]?.answer(100)
    await settled()
    await Promise.race([objects.refresh(), settled()])
    expect(asked).toHaveLength(3)
    expect(objects.stale.value).toBe(false)
  })
})
