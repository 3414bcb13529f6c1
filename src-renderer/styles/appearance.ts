import { shallowRef } from 'vue'
import type { Language } from '../../src-daemon/contract/language.ts'

/** The last known settings, so that the first paint is right before the daemon has answered. */
const THEME_KEY = 'satchel.theme'
const LANGUAGE_KEY = 'satchel.language'

export type Theme = 'system' | 'light' | 'dark'

const osPrefersDark = window.matchMedia('(prefers-color-scheme: dark)')
const theme = shallowRef<Theme>('system')

/** Applies the theme; `system` follows the OS from then on. */
export const applyTheme = (next: Theme): void => {
  theme.value = next
  localStorage.setItem(THEME_KEY, next)
  paint()
}

const paint = (): void => {
  const dark = theme.value === 'dark' || (theme.value === 'system' && osPrefersDark.matches)
  document.documentElement.classList.toggle('dark', dark)
  document.documentElement.classList.toggle('light', !dark)
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
}

/** Applies the last known theme and follows the OS. Called once, before anything is drawn. */
export const startAppearance = (): void => {
  const stored = localStorage.getItem(THEME_KEY)
  theme.value = stored === 'light' || stored === 'dark' ? stored : 'system'
  osPrefersDark.addEventListener('change', paint)
  paint()
}

export const rememberLanguage = (language: Language): void => {
  localStorage.setItem(LANGUAGE_KEY, language)
}

export const rememberedLanguage = (): string | null => localStorage.getItem(LANGUAGE_KEY)
