import { beforeEach, describe, expect, it } from 'vitest'
import { keepPlace, placeIn } from './places.ts'

beforeEach(() => {
  localStorage.clear()
})

describe('places in conversations', () => {
  it('are kept for the newest fifty, and not at the end', () => {
    for (let at = 0; at < 60; at += 1) keepPlace(`c${String(at)}`, { message: 'm', top: at })
    keepPlace('c59', null)
    expect([placeIn('c9'), placeIn('c58'), placeIn('c59')]).toEqual([null, { message: 'm', top: 58 }, null])
  })

  it.each(['no JSON', '{}', '[["a", {"message": 1, "top": "x"}], 3]'])('ignore %s', (stored) => {
    localStorage.setItem('satchel.chatPlaces', stored)
    expect(placeIn('a')).toBeNull()
  })
})
