/** The result of a server's tool, as the user sees it in the conversation and in the activity. */
import { expectAccessible, tooWide } from './support/checks.ts'
import { sendMessage as send } from './support/chat.ts'
import { createSatchel, expect, test } from './support/satchel.ts'
import { makeScriptedServer } from './support/scripted-server.ts'

const wav = (): string => {
  const bytes = Buffer.alloc(844, 0x80)
  bytes.write('RIFF')
  bytes.writeUInt32LE(836, 4)
  bytes.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [0x1_0001, 20],
    [8000, 24],
    [8000, 28],
    [0x8_0001, 32],
  ] as const)
    bytes.writeUInt32LE(value, at)
  bytes.write('data', 36)
  bytes.writeUInt32LE(800, 40)
  return bytes.toString('base64')
}

test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')

/** 64 by 24, so that it can be seen. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAYCAAAAABv36SYAAAAOElEQVR42mP4QCFgIFejDRQMQQNOQMEQNACmYQgagK5hCBmAS8MQMICQhkFsALEaBqEBpGqgugEAh20uPeQRaZYAAAAASUVORK5CYII='
/** A tenth of a second of silence. */
const WAV = wav()

test('text, picture, sound and unknown parts appear beside structured content, without base64', async ({
  page,
}) => {
  const server = makeScriptedServer()
  const satchel = createSatchel()
  try {
    server.setScript({
      tools: [{ name: 'draw_chart', description: 'Draws a chart of the checks.' }],
      answers: {
        draw_chart: {
          content: [
            { type: 'text', text: '3 of 5 checks failed, see src/app.ts:120:5.' },
            { type: 'image', mimeType: 'image/png', data: PNG },
            { type: 'audio', mimeType: 'audio/wav', data: WAV },
            { type: 'resource', resource: { uri: 'log://1', mimeType: 'text/plain', text: 'the whole log' } },
          ],
          structuredContent: { status: 'ok', shot: { media_type: 'image/png', data: PNG } },
        },
      },
    })
    await satchel.json('servers', 'add', 'charts', '--yes', ...server.command)
    await satchel.open(page, '/chat')
    await send(page, 'draw the chart of the checks')
    await page.locator('[data-test="approval-card"]').getByRole('button', { name: 'Allow once' }).click()
    const row = page.locator('[data-test="tool-row"]')
    await expect(row.getByText('done')).toBeVisible()
    await row.getByRole('button').first().click()
    const parts = row.locator('[data-test="result-parts"]')
    await expect(parts.getByText('3 of 5 checks failed, see src/app.ts:120:5.')).toBeVisible()
    const image = parts.getByRole('img', { name: 'Image returned by the tool' })
    await expect(image).toBeVisible()
    expect(await image.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(64)
    const sound = parts.locator('audio')
    await sound.evaluate((it) => {
      ;(it as HTMLAudioElement).preload = 'metadata'
    })
    // Its length is known, so the policy of the page lets it be read.
    await expect
      .poll(() => sound.evaluate((it) => (it as HTMLAudioElement).duration), { timeout: 20_000 })
      .toBeCloseTo(0.1)
    await expect(row.getByRole('definition').getByText('ok', { exact: true })).toBeVisible()
    await expect(row.getByText(/image\/png, \d+ B/)).toBeVisible()
    expect(await row.innerText()).not.toContain(PNG.slice(0, 30))
    await row.getByRole('button', { name: 'Raw JSON' }).click()
    expect(await row.innerText()).not.toContain(PNG.slice(0, 30))
    await expectAccessible(page, 'a result of a server')
    expect(await tooWide(page)).toEqual([])
  } finally {
    await satchel.dispose()
    server.remove()
  }
})
