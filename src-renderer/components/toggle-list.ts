/** Tells the page on screen to show or hide its list. */
export const TOGGLE_LIST = 'satchel:toggle-list'
