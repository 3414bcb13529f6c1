import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { h } from 'vue'
import { appPlugins } from '../testing/plugins.ts'
import AuthorName from './AuthorName.vue'

const textOf = (did: string, proven: boolean): string =>
  mount(() => h(UApp, null, () => h(AuthorName, { did, proven })), {
    global: { plugins: appPlugins() },
  }).text()

it('says a domain with what proves it, and of a DID alone that it names nobody', () => {
  expect(textOf('did:web:ada.example', true)).toMatch(/^ada\.example\s*\(proven\)/)
  expect(textOf('did:web:ada.example', false)).toMatch(/^ada\.example\s*\(not checked yet\)/)
  const alone = textOf('did:key:z6MkjPW24cGBnBAw5d596iv6CAwa12yJodc5uzFWraoj46CH', true)
  expect(alone).toContain('No proven name')
  expect(alone).not.toContain('(proven)')
})
