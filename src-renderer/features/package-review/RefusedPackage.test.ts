import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import type { Problem } from '../../../src-daemon/contract/packages.ts'
import { appPlugins } from '../../testing/plugins.ts'
import AuthorChanged from './AuthorChanged.vue'
import RefusedPackage from './RefusedPackage.vue'

const problem = (change: Partial<Problem>): Problem => ({
  code: 'missing_field',
  severity: 'error',
  file: 'diary.acp.yaml',
  line: 2,
  column: 3,
  path: 'metadata.name',
  message: 'metadata.name is missing.',
  found: null,
  expected: 'a name',
  ...change,
})
const error = { code: 'package_rejected', message: 'It cannot be installed.', action: 'Nothing was stored.' }

const show = (problems: readonly Problem[]) =>
  mount(() => h(UApp, null, () => h(RefusedPackage, { error, problems })), {
    global: { plugins: appPlugins() },
  })

describe('a refused package', () => {
  it('comes with all its problems, errors before warnings, and the way to copy them', () => {
    const text = show([
      problem({ severity: 'warning', code: 'unknown_field', message: 'colour is not known.' }),
      problem({}),
    ]).text()
    expect(text).toContain('2 problems')
    expect(text.indexOf('1 error')).toBeLessThan(text.indexOf('metadata.name is missing.'))
    expect(text.indexOf('1 error')).toBeLessThan(text.indexOf('1 warning'))
    expect(text).toContain('Copy the full list')
  })

  it('with a thousand problems shows the first fifty of each kind', async () => {
    const view = show(Array.from({ length: 1000 }, (_, at) => problem({ line: at + 1 })))
    expect(view.findAll('li')).toHaveLength(50)
    await view
      .findAll('button')
      .find((button) => button.text() === 'Show more (950 left)')
      ?.trigger('click')
    expect(view.findAll('li')).toHaveLength(100)
  })

  it('of another kind is called that, without lines to mend', () => {
    const view = show([problem({ code: 'foreign_format', message: 'This is a Nuwa Cap.' })])
    expect(view.text()).toContain('This is a different kind of file')
    expect(view.text()).toContain('This is a Nuwa Cap.')
    expect(view.findAll('li')).toHaveLength(0)
  })
})

describe('a file of another author', () => {
  it('is refused with both names whole, and with no way past it', () => {
    const [known, found] = ['did:key:z6MkKnownKnownKnown', 'did:key:z6MkFoundFoundFound']
    const view = mount(() => h(UApp, null, () => h(AuthorChanged, { message: 'No.', known, found })), {
      global: { plugins: appPlugins() },
    })
    expect(view.get('[role="alert"]').text()).toContain(known)
    expect(view.text()).toContain(found)
    expect(view.findAll('button').map((button) => button.attributes('aria-label'))).toEqual([
      `Copy ${known}`,
      `Copy ${found}`,
    ])
  })
})
