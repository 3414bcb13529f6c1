import { defineAsyncComponent } from 'vue'

/*
 * What few messages need, loaded with the first that does. Defined once for all of them: each definition would begin
 * empty again, and the messages below it would move.
 */

export const PlannerForm = defineAsyncComponent(() => import('./PlannerForm.vue'))
export const RevertSheet = defineAsyncComponent(
  () => import('../../../features/state-objects/RevertSheet.vue'),
)
export const ServerInterface = defineAsyncComponent(
  () => import('../../../features/interfaces/ServerInterface.vue'),
)
export const ThreadCards = defineAsyncComponent(() => import('../../../features/threads/ThreadCards.vue'))
export const ToolDetails = defineAsyncComponent(() => import('./ToolDetails.vue'))
