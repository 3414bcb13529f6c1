import UIcon from '@nuxt/ui/components/Icon.vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ICON_NAMES } from '../../src-daemon/contract/package-icons.ts'
import { appPlugins } from '../testing/plugins.ts'
import PackageTile from './PackageTile.vue'

const tile = (icon: string | null) =>
  mount(PackageTile, {
    props: { title: 'recipes', author: 'did:key:z6Mk', icon },
    global: { plugins: appPlugins() },
  })

describe('the tile of a package', () => {
  it.each([null, 'rocket', 'constructor', '<script>', 'javascript:alert(1)'])(
    'has the letter with %j',
    (icon) => {
      expect(tile(icon).text()).toBe('R')
      expect(tile(icon).find('img').exists()).toBe(false)
    },
  )

  it.each(PACKAGE_ICON_NAMES)('has the icon %s', (name) => {
    const shown = tile(name)
    expect(shown.text()).toBe('')
    expect(shown.findComponent(UIcon).props('name')).toMatch(/^i-lucide-[a-z\d-]+$/)
  })

  it('has a drawing as a picture, not as elements', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1" fill="#f00"/></svg>'
    const shown = tile(svg)
    expect(shown.find('svg').exists()).toBe(false)
    expect(shown.get('img').attributes()).toMatchObject({
      src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
      alt: '',
    })
  })
})
