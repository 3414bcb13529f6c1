import { expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const never = new AbortController().signal
const start = () => createSlots({ running: 2, each: 2, waiting: 2 })
/** Whether it has a place by now. */
const has = async (place: Promise<unknown>): Promise<boolean> => {
  const state = await Promise.race([place, new Promise((done) => setImmediate(done, 'waits'))])
  return state !== 'waits' && state !== null
}

it('has places for some, a line for more, and refuses the rest', async () => {
  const slots = start()
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((key) => slots.take(key, never))
  expect(await slots.take('e', never)).toBeNull()
  expect(
    await Promise.all([first, second, third, fourth].map((one) => has(one ?? Promise.resolve()))),
  ).toEqual([true, true, false, false])
  const place = await second
  place?.release()
  expect(await third).not.toBeNull()
  expect(await has(fourth ?? Promise.resolve())).toBe(false)
})

it('gives one key no more than its share, running or waiting', async () => {
  const slots = start()
  const [one, two] = [await slots.take('a', never), await slots.take('a', never)]
  expect(await slots.take('a', never)).toBeNull()
  one?.release()
  two?.release()
  expect(await slots.take('a', never)).not.toBeNull()
})

it('forgets whoever leaves the line', async () => {
  const slots = start()
  const running = [await slots.take('a', never), await slots.take('b', never)]
  const leaving = new AbortController()
  const left = slots.take('c', leaving.signal)
  const stays = slots.take('d', never)
  leaving.abort()
  expect(await left).toBeNull()
  running[0]?.release()
  expect(await stays).not.toBeNull()
  // Its share is free again, too.
  const again = [slots.take('c', never), slots.take('c', never)]
  running[1]?.release()
  expect(await again[0]).not.toBeNull()
})
