import type { ShellMemory } from './shell-store.ts'

export const MINIMUM_SIZE = { width: 720, height: 480 }
const DEFAULT_SIZE = { width: 1200, height: 800 }
/** Enough of the title bar to drag it. */
const VISIBLE = { width: 120, height: 40 }

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Where to open the window: its last position, unless the screens have changed so that it wouldn't be visible or
 * wouldn't fit.
 */
export const placeWindow = (
  saved: ShellMemory['window'],
  workAreas: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } => {
  const wanted = saved ?? DEFAULT_SIZE
  const home = workAreas.find((area) => saved !== undefined && isVisibleOn(area, saved)) ?? workAreas[0]
  const size = {
    width: clamp(wanted.width, MINIMUM_SIZE.width, home?.width),
    height: clamp(wanted.height, MINIMUM_SIZE.height, home?.height),
  }
  if (saved?.x === undefined || saved.y === undefined || home === undefined || !isVisibleOn(home, saved))
    return size
  return { ...size, x: saved.x, y: saved.y }
}

const isVisibleOn = (area: Rectangle, saved: NonNullable<ShellMemory['window']>): boolean => {
  if (saved.x === undefined || saved.y === undefined) return false
  const across = Math.min(saved.x + saved.width, area.x + area.width) - Math.max(saved.x, area.x)
  return across >= VISIBLE.width && saved.y >= area.y && saved.y <= area.y + area.height - VISIBLE.height
}

const clamp = (value: number, least: number, most = Number.POSITIVE_INFINITY): number =>
  Math.max(least, Math.min(value, Math.max(least, most)))
