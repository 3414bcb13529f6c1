/** The places of the rail, in order. `Alt` and its number (1 is the first) goes there. */
export const RAIL_PAGES = [
  { name: 'chat', icon: 'i-lucide-message-square' },
  { name: 'capabilities', icon: 'i-lucide-blocks' },
  { name: 'state', icon: 'i-lucide-database' },
  { name: 'identity', icon: 'i-lucide-fingerprint' },
] as const

export const SETTINGS_PAGE = { name: 'settings', icon: 'i-lucide-settings' } as const

export const ALL_PAGES = [...RAIL_PAGES, SETTINGS_PAGE] as const
