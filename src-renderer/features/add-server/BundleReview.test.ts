import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { h } from 'vue'
import type { BundleLook } from '../../../src-daemon/contract/server-bundles.ts'
import { appPlugins } from '../../testing/plugins.ts'
import BundleReview from './BundleReview.vue'

const look: BundleLook = {
  sha256: 'a'.repeat(64),
  fileSha256: 'b'.repeat(64),
  manifestVersion: '0.3',
  name: 'notes',
  title: 'Notes',
  version: '1.1.0',
  description: 'Reads notes.',
  author: 'Somebody',
  license: null,
  homepage: null,
  kind: 'node',
  command: 'node ${__dirname}/server.mjs',
  variables: [
    { name: 'SPEED', value: 'fast' },
    { name: 'TOKEN', value: '${user_config.token}' },
  ],
  files: { count: 2, bytes: 2048 },
  tools: [],
  fields: [],
  problem: null,
  warnings: [],
  installed: {
    uri: 'notes',
    version: '1.0.0',
    same: false,
    values: {},
    kept: [],
    difference: {
      files: { added: 0, removed: 0, changed: 1 },
      tools: { added: [], removed: [] },
      fields: { added: [], removed: [] },
      variables: [
        { name: 'GONE', before: '1', after: null },
        { name: 'SPEED', before: 'slow', after: 'fast' },
        { name: 'TOKEN', before: null, after: '${user_config.token}' },
      ],
      command: null,
      author: null,
    },
  },
}

it('shows every variable as its author wrote it, and which of them a newer version adds, changes or drops', () => {
  const wrapper = mount(() => h(UApp, null, () => h(BundleReview, { look })), {
    global: { plugins: appPlugins() },
  })
  const listed = wrapper.get('ul[aria-label="Its variables"]').findAll('li')
  expect(listed.map((item) => item.text())).toEqual(['SPEED=fast', 'TOKEN=${user_config.token}'])
  const differences = wrapper.findAll('li').map((item) => item.text())
  expect(differences).toEqual(
    expect.arrayContaining([
      'Removed variable: GONE=1',
      'Variable SPEED: fast instead of slow',
      'New variable: TOKEN=${user_config.token}',
    ]),
  )
})
