import { onScopeDispose } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'

/** Replaces the present address, unless the user is on the way to another page: it would call them back from there. */
export const useReplace = () => {
  const router = useRouter()
  let isOnTheWay = false
  const stops = [
    router.beforeEach(() => {
      isOnTheWay = true
    }),
    router.afterEach(() => {
      isOnTheWay = false
    }),
  ]
  onScopeDispose(() => {
    for (const stop of stops) stop()
  })
  return async (to: RouteLocationRaw): Promise<void> => {
    if (!isOnTheWay) await router.replace(to)
  }
}
