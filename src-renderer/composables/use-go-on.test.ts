import { mount } from '@vue/test-utils'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it } from 'vitest'
import { useGoOn } from './use-go-on.ts'

const start = async () => {
  const component = { render: () => h('p') }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ['/capabilities', '/capabilities/note', '/chat'].map((path) => ({ path, component })),
  })
  await router.push('/capabilities')
  let goOn: ReturnType<typeof useGoOn> | undefined
  mount(
    {
      setup: () => {
        goOn = useGoOn()
        return () => h('p')
      },
    },
    { global: { plugins: [router] } },
  )
  const work = Promise.withResolvers<undefined>()
  const going = goOn?.(work.promise, '/capabilities/note')
  return { router, going, finish: () => work.resolve(undefined) }
}

it('goes on once the work is done', async () => {
  const { router, going, finish } = await start()
  expect(router.currentRoute.value.path).toBe('/capabilities')
  finish()
  await going
  expect(router.currentRoute.value.path).toBe('/capabilities/note')
})

it('leaves the user where they went meanwhile', async () => {
  const { router, going, finish } = await start()
  await router.push('/chat')
  finish()
  await going
  expect(router.currentRoute.value.path).toBe('/chat')
})
