import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { corpusOf } from '../fuzz/engine/files.ts'
import { target } from '../fuzz/targets/markdown.ts'

/** `renderMarkdown` as a script of its own, which a page calls `shown`. */
const script = async (): Promise<string> => {
  const entry = join(import.meta.dirname, '../src-renderer/components/markdown.ts')
  const lib = { entry, formats: ['iife' as const], name: 'shown' }
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib } })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

declare const shown: { renderMarkdown: (text: string) => string }

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
    const tags = /^(?:a|p|br|hr|em|strong|s|code|pre|blockquote|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td)$/
    const schemes = /^(?:https?|ftps?|mailto|tel|callto|sms|cid|xmpp|matrix):/
    const problemsOf = (html: string): string[] => {
      document.body.innerHTML = html
      return [...document.body.querySelectorAll('*')].flatMap((element) => [
        ...(tags.test(element.localName) ? [] : [element.localName]),
        ...[...element.attributes]
          .filter(({ name }) => !/^(?:href|title|start)$/.test(name))
          .map(({ name }) => name),
        // An address that no browser can read leads nowhere.
        ...(schemes.test(
          URL.parse(element.getAttribute('href') ?? '', 'https://page.example')?.href ?? 'tel:',
        )
          ? []
          : [element.outerHTML]),
      ])
    }
    return texts.flatMap((text) => {
      const html = shown.renderMarkdown(text)
      const problems = problemsOf(html)
      // Read again from what the browser made of it: nothing may appear then.
      problems.push(...problemsOf(document.body.innerHTML))
      return problems.length === 0 ? [] : [{ text, html, problems }]
    })
  }, corpus)
  expect(wrong).toEqual([])
  expect(asked).toEqual([])
})
