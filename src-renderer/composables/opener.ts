/**
 * The element that gets the focus back after a sheet: the focused one, or, for an entry of a menu, the menu's button.
 */
export const openerOf = (active: Element | null): HTMLElement | null => {
  const menu = active?.closest('[role="menu"]') ?? null
  const button = menu === null ? active : document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return button instanceof HTMLElement && button !== document.body ? button : null
}
