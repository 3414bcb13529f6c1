import { defineAsyncComponent } from 'vue'

/* Loaded with the first question, once for all of them. */

export const ApprovalCard = defineAsyncComponent(() => import('./ApprovalCard.vue'))
export const QuestionCard = defineAsyncComponent(() => import('./QuestionCard.vue'))
