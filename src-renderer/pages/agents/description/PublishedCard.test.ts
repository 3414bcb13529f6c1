import UApp from '@nuxt/ui/components/App.vue'
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { PublishedOffer } from '../../../../src-daemon/contract/agent-offer.ts'
import { contactReading } from '../../../testing/agents.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import PublishedCard from './PublishedCard.vue'

const verifyAt = vi.hoisted(() => vi.fn())
vi.mock('../../../rpc/client.ts', () => ({ api: { agentIdentities: { verifyAt: { mutate: verifyAt } } } }))

const published: PublishedOffer = {
  version: '1.2.0',
  did: 'did:wba:me.example',
  url: 'https://me.example/ad.json',
  digest: 'ab'.repeat(32),
  document: {},
  files: [],
  publishedAt: '2026-03-02T10:00:00.000Z',
}

it('verifies what is at its address: the verdict with its reasons, and whether it is this version', async () => {
  const view = mount(() => h(UApp, null, () => h(PublishedCard, { published })), {
    global: { plugins: appPlugins() },
  })
  const verify = async (reading: Parameters<typeof contactReading>[0]) => {
    verifyAt.mockResolvedValueOnce(contactReading(reading))
    await view
      .findAll('button')
      .find((one) => one.text() === 'Verify')
      ?.trigger('click')
    await flushPromises()
    return view.text()
  }
  const good = await verify({ verdict: 'valid', digest: published.digest })
  expect(verifyAt).toHaveBeenCalledWith({ url: published.url, did: null })
  expect(good).toContain('Verified: signed')
  expect(good).not.toContain('isn’t this version yet')

  const bad = await verify({
    verdict: 'invalid',
    digest: 'cd'.repeat(32),
    reasons: [{ code: 'wrong_signature', detail: null }],
  })
  expect(bad).toContain('Invalid: don’t trust it')
  expect(bad).toContain('it was changed after signing, or another key signed it')
  expect(bad).toContain('isn’t this version yet')
  view.unmount()
})
