/** What every page is held to: a checker's rules, a focus that can be reached and seen, and nothing wider than the window. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type Locator, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { isLongRun } from '../../scripts/long-tests.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The library's focus guards beside a toast pass the focus on at once; nothing can rest on them. */
const FOCUS_GUARDS = 'span[aria-hidden="true"][tabindex="0"]'

/**
 * Checks what is on screen without motion, so that no half-faded colour is measured: in the long run in light and, as only colours can be
 * other there, for those in dark; else by all rules in the one theme of the test.
 */
export const expectAccessible = async (page: Page, what: string, except: readonly string[] = []) => {
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  for (const [at, colorScheme] of schemesOfRun().entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await atRest(page)
    const violations = await violationsIn(page, at === 0 ? { rules } : { runOnly: ['color-contrast'] })
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    }))
    expect(found, `${what}, ${colorScheme}`).toEqual([])
  }
}

/** Waits until what moves for a while has come to rest, and is drawn so. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const drawn = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      })
    await drawn()
    const ending = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
    await drawn()
  })

/** `npm test` meets either theme in about half of the tests: which one, the length of a test's title decides. */
const schemesOfRun = (): readonly ('light' | 'dark')[] => {
  if (isLongRun) return ['light', 'dark']
  return test.info().title.length % 2 === 0 ? ['light'] : ['dark']
}

/** Of looks that are told from the usual one to the narrowest, `npm test` takes the last, the long run all. */
export const looksOfRun = <Look>(looks: readonly Look[]): readonly Look[] =>
  isLongRun ? looks : looks.slice(-1)

/** The checker is read into each page once; that takes longer than a check. */
const violationsIn = async (page: Page, options: Axe.RunOptions): Promise<Axe.Result[]> => {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
  return page.evaluate(
    async ([guards, options]) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe }
      return (await axe.run({ exclude: [guards] }, { ...options, resultTypes: ['violations'] })).violations
    },
    [FOCUS_GUARDS, options] as const,
  )
}

/**
 * Ticks a box and checks that it is ticked, once its sheet has stopped moving: a press that begins while the sheet slides in may end
 * beside the box, which then has the focus but no mark.
 */
export const tick = async (box: Locator) => {
  await box.evaluate((it) =>
    Promise.allSettled((it.closest('[role=dialog]')?.getAnimations() ?? []).map((one) => one.finished)),
  )
  await box.check()
  await expect(box).toBeChecked()
}

/** Presses Tab until `target` has the focus, and holds that it can be seen there. */
export const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  // What opens over the page takes the focus a moment later; a Tab before that would leave it, and close it.
  const over = target.locator('xpath=ancestor::*[@role="dialog"][1]')
  if ((await over.count()) > 0)
    await expect
      .poll(() => over.evaluate((dialog) => dialog.contains(document.activeElement)), { timeout: 20_000 })
      .toBe(true)
  for (let step = 0; step < 120; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await focusShows(page)).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${String(target)}`)
}

/** Whether the focused element, or the frame around it, is marked: an outline, a ring, or a coloured handle. */
export const focusShows = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const marked = (element: Element | null): boolean => {
      if (element === null) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      const handle = getComputedStyle(element, '::after')
      return (
        (outlineStyle !== 'none' && outlineWidth !== '0px') ||
        (boxShadow !== 'none' &&
          !/^rgba\(0, 0, 0, 0\) 0px 0px 0px 0px(, rgba\(0, 0, 0, 0\) 0px 0px 0px 0px)*$/.test(boxShadow)) ||
        (handle.content !== 'none' && handle.backgroundColor !== 'rgba(0, 0, 0, 0)')
      )
    }
    const focused = document.activeElement
    return (
      marked(focused) ||
      marked(focused?.parentElement ?? null) ||
      marked(focused?.parentElement?.parentElement ?? null)
    )
  })

/** Holds that something has the focus, and not the page as a whole, from where nobody knows what comes next. */
export const focusKept = (page: Page, what: string) =>
  expect
    .poll(() => page.evaluate(() => (document.activeElement ?? document.body) !== document.body), {
      message: what,
      timeout: 20_000,
    })
    .toBe(true)

/** A handle to drag stands out of its pane by a few pixels. */
const SPARE = 8

/**
 * Content wider than the window, or that scrolls a pane sideways: of the page itself, and of panes that only scroll vertically.
 * The page has the next two frames to follow a new size of its window.
 */
export const tooWide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (SPARE) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return [document.documentElement, ...document.querySelectorAll('main, section, header, article, aside')]
      .filter((element) => {
        const { right } = element.getBoundingClientRect()
        return right > window.innerWidth + 1 || element.scrollWidth > element.clientWidth + SPARE
      })
      .filter((element) => getComputedStyle(element).display !== 'inline' && element.clientWidth > 0)
      .map((element) => element.outerHTML.slice(0, 120))
  }, SPARE)

/** Sizes a window may have, the narrowest last. */
const SIZES = [
  [1920, 1080],
  [1280, 800],
  [900, 600],
  [420, 800],
] as const

interface LookOptions {
  /** What may lie over the page. */
  readonly over?: string
  /** Rules of the checker that don't hold here. */
  readonly except?: readonly string[]
}

/**
 * What the checker says of a page below an open menu, which has the focus: that it is hidden, and could be focused. Its library guards
 * the focus.
 */
export const BELOW_MENU = { except: ['aria-hidden-focus', 'page-has-heading-one', 'region'] }

/**
 * Looks at a page in all its sizes and both themes: nothing is wider than the window, cut off or covered, and a checker finds
 * nothing. `npm test` takes one of each. The folder in `SATCHEL_TEST_PICTURES` gets a picture of each, to be looked at by a person.
 */
export const look = async (page: Page, what: string, { over, except }: LookOptions = {}) => {
  const before = page.viewportSize()
  const pictures = process.env['SATCHEL_TEST_PICTURES']
  for (const [width, height] of looksOfRun(SIZES)) {
    await page.setViewportSize({ width, height })
    expect.soft(await tooWide(page), `${what}, ${String(width)} px: too wide`).toEqual([])
    // A pane that gives way to another does so after a few frames.
    await expect
      .configure({ soft: true })
      .poll(() => unreadable(page, over), { message: `${what}, ${String(width)} px: covered or cut off` })
      .toEqual([])
    if (pictures === undefined) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await atRest(page)
      const name = `${test.info().title} ${what} ${String(width)} ${colorScheme}.png`.replaceAll(
        /[^\w.]+/g,
        '-',
      )
      await page.screenshot({ path: join(pictures, name) })
    }
  }
  await expectAccessible(page, what, except)
  if (before !== null) await page.setViewportSize(before)
}

/** What can be pressed but is covered by something else, and words that are cut off without a sign, or down to a few letters. */
const unreadable = (page: Page, over = ''): Promise<readonly string[]> =>
  page.evaluate((over) => {
    const FEW = 32
    /** The part of an element that is inside of everything that clips it. */
    const shown = (element: Element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect()
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue
        const box = around.getBoundingClientRect()
        left = Math.max(left, box.left)
        top = Math.max(top, box.top)
        right = Math.min(right, box.right)
        bottom = Math.min(bottom, box.bottom)
      }
      return { left, top, right, bottom }
    }
    const isCovered = (element: Element): boolean => {
      const all = element.getBoundingClientRect()
      const { left, top, right, bottom } = shown(element)
      // What is scrolled away can be scrolled to.
      if (right - left < all.width - 1 || bottom - top < all.height - 1) return false
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (at === null || (over !== '' && at.closest(over) !== null)) return false
      const ofLabel = element instanceof HTMLInputElement && at.closest('label')?.control === element
      return !element.contains(at) && !at.contains(element) && !ofLabel
    }
    const isCut = (element: Element): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      if (overflowX === 'visible' || element.scrollWidth <= element.clientWidth + 1) return false
      if (overflowX === 'auto' || overflowX === 'scroll') return false
      return textOverflow !== 'ellipsis' || element.clientWidth < FEW
    }
    const isThere = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      const hidden = element.closest('[aria-hidden="true"], [inert], .sr-only') !== null
      return width > 4 && height > 4 && !hidden && element.checkVisibility({ visibilityProperty: true })
    }
    const hasWords = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
      )
    const all = [...document.body.querySelectorAll('*')].filter(isThere)
    const pressed =
      'a[href], button, input, textarea, select, [role="switch"], [role="checkbox"], [role="menuitem"]'
    return [
      ...all.filter((one) => one.matches(pressed) && isCovered(one)),
      ...all.filter((one) => hasWords(one) && isCut(one)),
    ].map((one) => one.outerHTML.slice(0, 200))
  }, over)
