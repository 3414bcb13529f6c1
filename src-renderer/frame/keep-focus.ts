/** What the focus goes to when a control in it disappears: the innermost that is still there. */
const REGIONS = 'section, article, form, fieldset, li, [role=tabpanel], main'
/** What floats above the page gives the focus back by itself when it closes. */
const FLOATING = '[role=dialog], [role=menu], [role=listbox]'

/**
 * Keeps the focus from being lost, for the whole app. A browser takes it from a control that is disabled, as buttons
 * are while they load or when there is nothing left to save, and from one that disappears, and gives it to no other element. Here
 * the region around it has it meanwhile, and the control gets it back as soon as it works again; unless something else has
 * taken it, or the person has clicked elsewhere.
 */
export const keepFocus = (): void => {
  let last: HTMLElement | null = null
  let around: readonly HTMLElement[] = []
  /** Has the focus in place of a control that is disabled. */
  let resting: HTMLElement | null = null
  let looking = false

  document.addEventListener('focusin', ({ target }) => {
    if (target !== null && target === resting) return
    resting = null
    last = target instanceof HTMLElement ? target : null
    around = last === null || last.closest(FLOATING) !== null ? [] : regionsAround(last)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && last?.contains(target) === false) last = null
  })

  const bringBack = (): void => {
    looking = false
    const active = document.activeElement ?? document.body
    if (last === null || (active !== document.body && active !== resting)) return
    if (last.isConnected && !last.matches(':disabled')) last.focus({ preventScroll: true })
    else if (active === document.body) restAround(last)
  }
  const restAround = (control: HTMLElement): void => {
    const region = around.find((one) => one.isConnected)
    resting = control.isConnected ? (region ?? null) : null
    focusRegion(region)
  }
  // Two frames: what replaces a control may want the focus itself.
  new MutationObserver(() => {
    if (looking || last === null) return
    looking = true
    requestAnimationFrame(() => requestAnimationFrame(bringBack))
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

/** From the inside out. */
const regionsAround = (element: HTMLElement): readonly HTMLElement[] => {
  const region = element.parentElement?.closest<HTMLElement>(REGIONS) ?? null
  return region === null ? [] : [region, ...regionsAround(region)]
}

const focusRegion = (region: HTMLElement | undefined): void => {
  if (region === undefined) return
  if (!region.hasAttribute('tabindex')) region.tabIndex = -1
  region.focus({ preventScroll: true })
}
