import { createServer } from 'node:http'
import { copyFileSync, mkdirSync } from 'node:fs'
import { fetchModel, modelFile } from '../src-daemon/testing/real-model/model-server.ts'
import { test } from './support/satchel.ts'

test('look', async ({ page, satchel }) => {
  test.setTimeout(420_000)
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    if (url.includes('huge'))
      response
        .writeHead(206, { 'content-range': 'bytes 0-9/9000000000000', 'content-length': 10 })
        .end('GGUF123456')
    else if (url.includes('00001-of-00002')) response.writeHead(200).end('GGUF123456')
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((r) => setTimeout(r, 100))
  const port = (server.address() as { port: number }).port
  const shot = async (name: string) => {
    await page.waitForTimeout(700)
    await page.screenshot({ path: `/tmp/hm-look/${name}.png` })
  }
  const full = async (name: string) => {
    await page.waitForTimeout(700)
    await page.screenshot({ path: `/tmp/hm-look/${name}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await satchel.open(page)
  for (const language of ['en', 'zh', 'ja', 'es']) {
    console.log((await satchel.run('settings', 'set', 'language', language)).stderr)
    await page.waitForTimeout(500)
    await page.evaluate(() => {
      document.querySelector('[data-test="starter"]')?.scrollIntoView()
    })
    await shot(`welcome-${language}`)
  }
  console.log((await satchel.run('cap', 'list')).stdout)
  await satchel.run('settings', 'set', 'language', 'en')
  const go = async (h: string) => {
    await page.goto(new URL(`/#/${h}`, page.url()).href)
    await page.waitForTimeout(800)
  }
  for (const language of ['en', 'zh', 'ja', 'es']) {
    await satchel.run('settings', 'set', 'language', language)
    await go('capabilities')
    await shot(`caps-${language}`)
  }
  await satchel.run('settings', 'set', 'language', 'en')
  await go('models')
  await shot('models-empty')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 900, height: 600 })
  await shot('models-empty-dark-900')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  const pull = async (m: string) => {
    const r = await satchel.run('models', 'pull', m)
    console.log(m, r.code, r.stdout.slice(-300), r.stderr.slice(-300))
  }
  const first = pull('inside:qwen3-1.7b')
  await page.waitForTimeout(1500)
  await shot('models-pulling')
  await first
  await pull(`http://127.0.0.1:${port}/huge.gguf`)
  await pull(`http://127.0.0.1:${port}/part-00001-of-00002.gguf`)
  await pull('/nowhere/x-00001-of-00002.gguf')
  await shot('models-failed')
  const f = fetchModel()
  if ('folder' in f) {
    mkdirSync('/tmp/hm-look/m', { recursive: true })
    copyFileSync(modelFile(f.folder), '/tmp/hm-look/m/SmolLM2-135M-Instruct.Q4_1.gguf')
    await pull('/tmp/hm-look/m/SmolLM2-135M-Instruct.Q4_1.gguf')
  }
  await full('models-full')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 900, height: 600 })
  await shot('models-full-dark-900')
  await page.setViewportSize({ width: 420, height: 800 })
  await full('models-full-420')
  server.close()
})
