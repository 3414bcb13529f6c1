/** The pages in the rail, in order. `Alt` and a number (from 1) opens one. */
export const RAIL_PAGES = [
  { name: 'chat', icon: 'i-lucide-message-square' },
  { name: 'capabilities', icon: 'i-lucide-blocks' },
  { name: 'marketplace', icon: 'i-lucide-store' },
  { name: 'state', icon: 'i-lucide-database' },
  { name: 'activity', icon: 'i-lucide-activity' },
  { name: 'agents', icon: 'i-lucide-users' },
  { name: 'identity', icon: 'i-lucide-fingerprint' },
] as const

export const SETTINGS_PAGE = { name: 'settings', icon: 'i-lucide-settings' } as const

/** Opened from a conversation and from the palette. */
export const MEMORY_PAGE = { name: 'memory', icon: 'i-lucide-brain' } as const

/** Opened from the settings, the choice of a model and the palette. It has no shortcut: there are only nine. */
const MODELS_PAGE = { name: 'models', icon: 'i-lucide-cpu' } as const

/** Opened from the settings and the palette. It has no shortcut either. */
const SHARING_PAGE = { name: 'sharing', icon: 'i-lucide-share-2' } as const

/** Opened from the capabilities, the settings and the palette. It has no shortcut either. */
const SERVERS_PAGE = { name: 'servers', icon: 'i-lucide-plug' } as const

/** Pages with a shortcut: `Alt` and their number. */
export const ALL_PAGES = [...RAIL_PAGES, MEMORY_PAGE, SETTINGS_PAGE] as const

/** Pages without a shortcut. */
export const OTHER_PAGES = [MODELS_PAGE, SHARING_PAGE, SERVERS_PAGE] as const
