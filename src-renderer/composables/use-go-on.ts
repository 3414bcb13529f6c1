import { useRouter } from 'vue-router'

/** Navigates to a page once `work` is done, unless the user went elsewhere meanwhile. */
export const useGoOn = () => {
  const router = useRouter()
  return async (work: Promise<unknown>, to: string): Promise<void> => {
    const { fullPath: from } = router.currentRoute.value
    await work
    if (router.currentRoute.value.fullPath === from) await router.push(to)
  }
}
