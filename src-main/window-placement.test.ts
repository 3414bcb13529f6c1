import { describe, expect, it } from 'vitest'
import { placeWindow } from './window-placement.ts'

const screen = { x: 0, y: 25, width: 1920, height: 1055 }
const right = { x: 1920, y: 0, width: 1280, height: 1024 }
const saved = (x: number, y: number, width = 1000, height = 700) => ({
  x,
  y,
  width,
  height,
  maximized: false,
})

describe('where the window opens', () => {
  it('is left to the system the first time', () => {
    expect(placeWindow(undefined, [screen])).toEqual({ width: 1200, height: 800 })
  })

  it('is where it was', () => {
    expect(placeWindow(saved(100, 120), [screen])).toEqual({ x: 100, y: 120, width: 1000, height: 700 })
    expect(placeWindow(saved(2000, 40), [screen, right])).toEqual({
      x: 2000,
      y: 40,
      width: 1000,
      height: 700,
    })
  })

  it.each([
    ['the screen it was on is gone', saved(2000, 40)],
    ['its title bar would be above the screen', saved(100, -300)],
    ['too little of it would be seen', saved(1900, 100)],
  ])('is left to the system when %s', (_why, window) => {
    expect(placeWindow(window, [screen])).toEqual({ width: 1000, height: 700 })
  })

  it('is never larger than the screen or too small to use', () => {
    expect(placeWindow(saved(0, 30, 5000, 4000), [screen])).toMatchObject({ width: 1920, height: 1055 })
    expect(placeWindow(saved(0, 30, 10, 10), [screen])).toMatchObject({ width: 720, height: 480 })
    expect(placeWindow(undefined, [{ x: 0, y: 0, width: 900, height: 600 }])).toEqual({
      width: 900,
      height: 600,
    })
  })
})
