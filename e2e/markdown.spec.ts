import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { corpusOf } from '../fuzz/engine/files.ts'
import { target } from '../fuzz/targets/markdown.ts'

/** The view as a script of its own, which a page calls `shown`. */
const script = async (): Promise<string> => {
  const entry = join(import.meta.dirname, '../src-renderer/components/markdown/view.ts')
  const lib = { entry, formats: ['iife' as const], name: 'shown' }
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib } })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

declare const shown: {
  createMarkdownView: (root: HTMLElement) => (text: string, growing: boolean) => void
}

test('Markdown of strangers runs, fetches and hides nothing in a browser', async ({ page }) => {
  const corpus = (await corpusOf('markdown', target)).map((input) => Buffer.from(input).toString('utf8'))
  const asked: string[] = []
  await page.route('**', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addScriptTag({ content: await script() })
  const wrong = await page.evaluate((texts) => {
    const tags =
      /^(?:a|p|br|hr|em|strong|s|code|pre|blockquote|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td|sup)$/
    const schemes = /^(?:https?|ftps?|mailto|tel|callto|sms|cid|xmpp|matrix):/
    const problemsOf = (root: HTMLElement): string[] =>
      [...root.querySelectorAll(':scope > div *')].flatMap((element) => [
        ...(tags.test(element.localName) ? [] : [element.localName]),
        ...[...element.attributes]
          .filter(
            ({ name }) =>
              !/^(?:href|title|start|data-(?:language|math|task|picture|footnotes?|note|back))$/.test(name),
          )
          .map(({ name }) => name),
        // An address that no browser can read leads nowhere.
        ...(schemes.test(
          URL.parse(element.getAttribute('href') ?? '', 'https://page.example')?.href ?? 'tel:',
        )
          ? []
          : [element.outerHTML]),
      ])
    const inPage = (): HTMLElement => {
      const root = document.createElement('div')
      document.body.replaceChildren(root)
      return root
    }
    return texts.flatMap((text) => {
      const root = inPage()
      shown.createMarkdownView(root)(text, false)
      const problems = problemsOf(root)
      const html = root.innerHTML
      // As it comes from a model, piece by piece: the same in the end.
      const growing = inPage()
      const show = shown.createMarkdownView(growing)
      const step = Math.ceil(text.length / 40)
      for (let end = step; end < text.length; end += step) {
        show(text.slice(0, end), true)
        problems.push(...problemsOf(growing))
      }
      show(text, false)
      if (growing.innerHTML !== html) problems.push(`grown: ${growing.innerHTML}`)
      // Read again from what the browser made of it: nothing may appear then.
      root.innerHTML = html
      problems.push(...problemsOf(root))
      return problems.length === 0 ? [] : [{ text, html, problems }]
    })
  }, corpus)
  expect(wrong).toEqual([])
  expect(asked).toEqual([])
})
