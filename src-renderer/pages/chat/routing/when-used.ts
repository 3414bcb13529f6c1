import { defineAsyncComponent } from 'vue'

/** Loaded when the reason of a route is first asked for, once for all rows. */
export const WhyPanel = defineAsyncComponent(() => import('./WhyPanel.vue'))
