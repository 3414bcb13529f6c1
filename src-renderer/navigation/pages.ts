/** The places of the rail, in order. `Alt` and its number (1 is the first) goes there. */
export const RAIL_PAGES = [
  { name: 'chat', icon: 'i-lucide-message-square' },
  { name: 'capabilities', icon: 'i-lucide-blocks' },
  { name: 'marketplace', icon: 'i-lucide-store' },
  { name: 'state', icon: 'i-lucide-database' },
  { name: 'activity', icon: 'i-lucide-activity' },
  { name: 'identity', icon: 'i-lucide-fingerprint' },
] as const

export const SETTINGS_PAGE = { name: 'settings', icon: 'i-lucide-settings' } as const

/** Opened from a conversation and from the palette. */
export const MEMORY_PAGE = { name: 'memory', icon: 'i-lucide-brain' } as const

/** Opened from the settings, the choice of a model and the palette. */
export const MODELS_PAGE = { name: 'models', icon: 'i-lucide-cpu' } as const

/** Opened from the settings and the palette; it has no key of its own: there are nine. */
const SHARING_PAGE = { name: 'sharing', icon: 'i-lucide-share-2' } as const

/** Opened from the capabilities, the settings and the palette; it has none either. */
const SERVERS_PAGE = { name: 'servers', icon: 'i-lucide-plug' } as const

/** Those with a key: `Alt` and their number. */
export const ALL_PAGES = [...RAIL_PAGES, MEMORY_PAGE, MODELS_PAGE, SETTINGS_PAGE] as const

/** Those without one. */
export const OTHER_PAGES = [SHARING_PAGE, SERVERS_PAGE] as const
