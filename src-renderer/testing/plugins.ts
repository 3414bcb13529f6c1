import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import type { Plugin } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { ALL_PAGES, OTHER_PAGES } from '../navigation/pages.ts'

/** A component's environment in the app: stores, router, bundled icons and texts. For `global.plugins`. */
export const appPlugins = (): Plugin[] => [
  createPinia(),
  createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', component: { render: () => null } },
      { path: '/make/:id?', name: 'making', component: { render: () => null } },
      ...[...ALL_PAGES, ...OTHER_PAGES].map(({ name }) => ({
        path:
          name === 'capabilities'
            ? '/capabilities/:name?'
            : name === 'marketplace'
              ? '/marketplace/:uri?'
              : name === 'agents'
                ? '/agents/:id?'
                : `/${name}`,
        name,
        component: { render: () => null },
      })),
    ],
  }),
  ui,
]
