import { formOfSchema } from '../../../src-daemon/text/schema-form.ts'
import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h, type Component } from 'vue'
import type { ToolQuestion } from '../../../src-daemon/contract/questions.ts'
import { appPlugins } from '../../testing/plugins.ts'
import { packageDifference, permissionReview } from '../../testing/packages.ts'
import BundleReview from '../add-server/BundleReview.vue'
import ImportRow from '../add-server/ImportRow.vue'
import ToolsToRead from '../add-server/ToolsToRead.vue'
import RegistryServerView from '../add-server/RegistryServerView.vue'
import ReviewBody from '../package-review/ReviewBody.vue'
import { NO_AGREEMENT } from '../package-review/review-state.ts'
import ApprovalCard from './ApprovalCard.vue'
import QuestionCard from './QuestionCard.vue'

/** Turns the line round, and hides something. */
const EVIL = 'a\u202e\u200b\u2066\u{e0041}z'
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}]/u

const shown = (component: Component, props: Readonly<Record<string, unknown>>) => {
  const wrapper = mount(() => h(UApp, null, () => h(component, props)), { global: { plugins: appPlugins() } })
  const labels = wrapper.findAll('[aria-label]').map((one) => one.attributes('aria-label') ?? '')
  return { text: wrapper.text(), labels: labels.join('\n'), wrapper }
}

const at = '2026-01-01T00:00:00Z'
const ref = { capability_id: EVIL, version: '1.0.0' }
const question = (asked: ToolQuestion['asked']) => ({
  question: {
    id: 'q',
    at,
    expiresAt: at,
    ref,
    title: EVIL,
    origin: { kind: 'author', name: EVIL },
    tool: EVIL,
    client: EVIL,
    asked,
    withdrawn: false,
  },
})
const field = {
  key: 'k',
  kind: 'choice',
  title: EVIL,
  description: EVIL,
  required: true,
  multiple: false,
  choices: [EVIL],
  placeholder: EVIL,
  preset: [EVIL],
  min: null,
  max: null,
}

describe('what is read before consent', () => {
  it.each<[string, Component, Readonly<Record<string, unknown>>]>([
    [
      'an approval',
      ApprovalCard,
      {
        request: {
          id: 'r',
          at,
          expiresAt: at,
          ref,
          client: EVIL,
          title: EVIL,
          origin: { kind: 'server', name: EVIL },
          tool: EVIL,
          target: EVIL,
          sentence: EVIL,
          arguments: { [EVIL]: EVIL },
          always: false,
          choices: [],
        },
      },
    ],
    [
      'a form of a tool',
      QuestionCard,
      question({
        kind: 'form',
        form: {
          ...formOfSchema({
            type: 'object',
            properties: {
              one: { type: 'string', title: EVIL, description: EVIL, default: EVIL },
              two: { type: 'boolean', title: EVIL },
              three: { type: 'string', title: EVIL, enum: [EVIL], default: EVIL },
            },
          }),
          title: EVIL,
          description: EVIL,
          submit: EVIL,
        },
      }),
    ],
    [
      'an address',
      QuestionCard,
      question({ kind: 'url', message: EVIL, url: `https://example.org/${EVIL}` }),
    ],
    [
      "a model's words",
      QuestionCard,
      question({ kind: 'sampled', answer: { model: EVIL, text: EVIL, cut: false } }),
    ],
    [
      'a package',
      ReviewBody,
      {
        agreed: NO_AGREEMENT,
        review: permissionReview('note', {
          title: EVIL,
          description: EVIL,
          lookAlike: { name: EVIL, title: EVIL, author: 'did:key:zOther' },
          handover: { from: 'did:key:zA', to: 'did:key:zB', registry: EVIL },
          hosts: [EVIL],
          permissions: [{ text: EVIL, risk: 'high' } as never],
          tools: [{ name: EVIL, description: EVIL, kind: 'http', available: false, reason: EVIL } as never],
          difference: packageDifference({
            widens: [EVIL],
            hosts: { added: [EVIL], removed: [EVIL] },
          }),
        }),
      },
    ],
    [
      'a bundle',
      BundleReview,
      {
        look: {
          title: EVIL,
          version: EVIL,
          author: EVIL,
          description: EVIL,
          problem: EVIL,
          command: EVIL,
          variables: [{ name: EVIL, value: EVIL }],
          files: { count: 1, bytes: 1 },
          tools: [{ name: EVIL, description: EVIL }],
          warnings: [EVIL],
          installed: null,
        },
      },
    ],
    [
      'the tools of a server',
      ToolsToRead,
      {
        modelValue: [],
        server: {
          uri: 'evil',
          tools: [
            {
              name: 'evil',
              title: EVIL,
              description: EVIL,
              status: 'new',
              parameters: [{ path: EVIL, text: EVIL }],
              findings: [{ code: 'lint_marks', message: EVIL }],
              unchecked: [EVIL],
            },
          ],
          refused: [{ name: EVIL, reason: 'look_alike', like: EVIL }],
          leftOut: [{ message: EVIL }],
        },
      },
    ],
    [
      'a server of a registry',
      RegistryServerView,
      {
        way: 'w',
        values: {},
        server: {
          name: EVIL,
          title: EVIL,
          description: EVIL,
          version: '1',
          status: 'deleted',
          statusMessage: EVIL,
          repository: EVIL,
          website: EVIL,
          versions: [],
          ways: [{ id: 'w', kind: 'npm', target: EVIL, fields: [field], problem: null }],
        },
      },
    ],
    [
      'a server of another app',
      ImportRow,
      {
        connected: false,
        server: {
          name: EVIL,
          definition: { kind: 'command', command: EVIL, args: [EVIL] },
          problem: null,
          notes: [{ code: 'project', what: EVIL }],
        },
      },
    ],
  ])('shows what is hidden in %s', (_what, component, props) => {
    const { text, labels } = shown(component, props)
    expect(text).toContain('U+202E')
    expect(text).not.toMatch(HIDDEN)
    expect(labels).not.toMatch(HIDDEN)
  })

  it('lets names in Arabic and Hebrew read as they are, apart from the sentence around them', () => {
    const { text, wrapper } = shown(QuestionCard, {
      question: {
        ...question({ kind: 'url', message: 'שלום', url: 'https://example.org/' }).question,
        title: 'مرحبا',
      },
    })
    expect(text).toContain('שלום')
    expect(wrapper.findAll('h2 bdi').map((one) => one.text())).toContain('مرحبا')
  })
})
