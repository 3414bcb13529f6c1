import { fileURLToPath } from 'node:url'
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import type { PluginOption } from 'vite'
import { theme } from './styles/theme.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/**
 * The plugins every build and test of the renderer needs. Icons are found in the sources and bundled, so that a built
 * app asks no network for one; components are imported by name, so that a file says what it uses.
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
        scan: { globInclude: ['src-renderer/**/*.{vue,ts}'], globExclude: ['**/*.test.ts'] },
        sizeLimitKb: 128,
      },
    },
  }),
]
