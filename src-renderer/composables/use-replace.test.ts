import { flushPromises, mount } from '@vue/test-utils'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it } from 'vitest'
import { useReplace } from './use-replace.ts'

const component = { render: () => h('p') }

/** On `/state`, with a page at `/activity` that is loaded when `arrive` is called. */
const start = async () => {
  const { promise: page, resolve } = Promise.withResolvers<typeof component>()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/state', component },
      { path: '/activity', component: () => page },
    ],
  })
  await router.push('/state')
  let replace: ReturnType<typeof useReplace> | undefined
  mount(
    {
      setup: () => {
        replace = useReplace()
        return () => h('p')
      },
    },
    { global: { plugins: [router] } },
  )
  return { router, replace: async (to: string) => replace?.(to), arrive: () => resolve(component) }
}

it('replaces the address', async () => {
  const { router, replace } = await start()
  await replace('/state?schema=a')
  expect(router.currentRoute.value.fullPath).toBe('/state?schema=a')
})

it('calls nobody back who is on the way to another page', async () => {
  const { router, replace, arrive } = await start()
  const leaving = router.push('/activity')
  await flushPromises()
  await replace('/state?schema=a')
  arrive()
  await leaving
  expect(router.currentRoute.value.fullPath).toBe('/activity')
})
