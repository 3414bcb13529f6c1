import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { showOwnPictures } from './own-pictures.ts'
import { createMarkdownView } from './view.ts'

const OWN = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

/** The text as it is shown, and which addresses were asked for. */
const show = async (text: string) => {
  const root = document.createElement('div')
  const asked: string[] = []
  createMarkdownView(root, (block) => {
    showOwnPictures(block, (address) => {
      asked.push(address)
      return Promise.resolve(address === OWN ? 'data:image/png;base64,AA==' : null)
    })
  })(text, false)
  await flushPromises()
  return { root, asked }
}

it('shows a picture of its own in its place, with its words', async () => {
  const { root } = await show(`Look: ![A list](${OWN}) there.`)
  const picture = root.querySelector('img')
  expect(picture?.getAttribute('src')).toBe('data:image/png;base64,AA==')
  expect(picture?.alt).toBe('A list')
  expect(root.textContent.trim()).toBe('Look:  there.')
})

it.each([
  '![x](https://elsewhere.example/pixel.png)',
  '![x](http://127.0.0.1:5001/api)',
  '![x](data:image/png;base64,AA==)',
  '![x](//elsewhere.example/p.png)',
  '[![x](https://elsewhere.example/pixel.png)](https://elsewhere.example)',
])('shows no other picture: %s', async (text) => {
  const { root, asked } = await show(text)
  expect(root.querySelector('img, [data-picture], [data-load]')).toBeNull()
  expect(root.textContent).toContain('x')
  expect(asked).not.toContain(OWN)
})

it('shows no address as the words of a picture that has none', async () => {
  const { root } = await show('![](https://elsewhere.example/pixel.png)')
  expect(root.textContent.trim()).toBe('')
})

it.each([
  '<img src="https://elsewhere.example/p.png" onerror="alert(1)">',
  '<script>alert(1)</script>',
  '<style>body{display:none}</style>',
  '<iframe src="https://elsewhere.example"></iframe>',
  '<svg onload=alert(1)>',
])('takes HTML for text: %s', async (text) => {
  const { root } = await show(text)
  expect(root.querySelector('img, script, style, iframe, svg')).toBeNull()
  expect(root.textContent.trim()).toBe(text)
})
