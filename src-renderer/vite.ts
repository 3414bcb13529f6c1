import { fileURLToPath } from 'node:url'
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import type { PluginOption } from 'vite'
import { PACKAGE_ICONS } from '../src-daemon/contract/package-icons.ts'
import { theme } from './styles/theme.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/**
 * The plugins every build and test of the renderer needs. Icons used in the sources are bundled, so that a built app
 * fetches none; components are imported by name, so that each file shows what it uses.
 */
export const rendererPlugins = (): PluginOption[] => [
  vue(),
  ui({
    root: repository,
    colorMode: false,
    autoImport: false,
    components: false,
    ui: theme,
    icon: {
      mode: 'svg',
      clientBundle: {
        // Chosen by packages, so no source names them.
        icons: Object.values(PACKAGE_ICONS).map((name) => `lucide:${name}`),
        scan: { globInclude: ['src-renderer/**/*.{vue,ts}'], globExclude: ['**/*.test.ts'] },
        sizeLimitKb: 128,
      },
    },
  }),
]
