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

const MEMORY_PAGE = { name: 'memory', icon: 'i-lucide-brain' } as const

/** Pages with a shortcut: `Alt` and their number. */
export const ALL_PAGES = [...RAIL_PAGES, MEMORY_PAGE, SETTINGS_PAGE] as const

/** Pages without a shortcut: there are only nine. */
export const OTHER_PAGES = [
  { name: 'prompts', icon: 'i-lucide-message-square-quote' },
  { name: 'models', icon: 'i-lucide-cpu' },
  { name: 'usage', icon: 'i-lucide-gauge' },
  { name: 'servers', icon: 'i-lucide-plug' },
  { name: 'sharing', icon: 'i-lucide-share-2' },
] as const

/** The second group of the rail: what the assistant works with. */
export const MORE_PAGES = [MEMORY_PAGE, ...OTHER_PAGES] as const
