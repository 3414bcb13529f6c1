import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'

/** Names of MCP Apps for colours, and ours. */
const COLOURS = {
  '--color-background-primary': '--ui-bg',
  '--color-background-secondary': '--ui-bg-muted',
  '--color-background-tertiary': '--ui-bg-elevated',
  '--color-background-inverse': '--ui-bg-inverted',
  '--color-text-primary': '--ui-text-highlighted',
  '--color-text-secondary': '--ui-text-toned',
  '--color-text-tertiary': '--ui-text-muted',
  '--color-text-inverse': '--ui-text-inverted',
  '--color-text-info': '--ui-info',
  '--color-text-danger': '--ui-error',
  '--color-text-success': '--ui-success',
  '--color-text-warning': '--ui-warning',
  '--color-border-primary': '--ui-border',
  '--color-border-secondary': '--ui-border-muted',
  '--color-ring-primary': '--ui-primary',
} as const

export const isDark = (): boolean => document.documentElement.classList.contains('dark')

/** How the app looks now, for an interface to look alike. Our fonts can't be loaded from there. */
export const lookOf = (root: HTMLElement): Pick<McpUiHostContext, 'theme' | 'styles'> => {
  const style = getComputedStyle(root)
  const colours = Object.entries(COLOURS).flatMap(([theirs, ours]) => {
    const value = style.getPropertyValue(ours).trim()
    return value === '' ? [] : [[theirs, value]]
  })
  const variables: Record<string, string> = {
    ...Object.fromEntries(colours),
    '--font-sans': 'ui-sans-serif, system-ui, sans-serif',
    '--font-mono': 'ui-monospace, monospace',
    '--border-radius-md': style.getPropertyValue('--ui-radius').trim() || '0.25rem',
  }
  // Each is one of the protocol's names; it types them as all or none.
  return { theme: isDark() ? 'dark' : 'light', styles: { variables: variables as never } }
}
