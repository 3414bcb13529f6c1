import { expect, it } from 'vitest'
import { toolResultOf } from './results.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const result = (output: Record<string, unknown>, content?: unknown[]) =>
  toolResultOf(
    { ok: true, output, error: null, duration_ms: 1, x_changes: [], ...(content && { x_content: content }) },
    null,
  )

it('passes on what a tool said beside its structured content', () => {
  const beside = { type: 'text', text: 'see line 12', annotations: null, _meta: null }
  expect(result({ status: 'ok' }, [beside])).toEqual({
    content: [
      { type: 'text', text: '{"status":"ok"}' },
      { type: 'text', text: 'see line 12' },
    ],
    structuredContent: { status: 'ok' },
  })
})

it('passes content on block by block: an unknown block becomes text without its bytes, the rest stays', () => {
  const image = { type: 'image', mimeType: 'image/png', data: PNG }
  const video = { type: 'video', mimeType: 'video/mp4', data: PNG }
  expect(result({ content: [image, video, { type: 'text', text: 'after' }] })).toEqual({
    content: [
      image,
      { type: 'text', text: '{"type":"video","mimeType":"video/mp4","data":"image/png, 70 B"}' },
      { type: 'text', text: 'after' },
    ],
  })
})

it('gives the picture in a package’s output as a picture, and no base64 as words', () => {
  const output = { title: 'chart', images: [{ media_type: 'image/png', data: PNG }] }
  expect(result(output)).toEqual({
    content: [
      {
        type: 'text',
        text: '{"title":"chart","images":[{"media_type":"image/png","data":"image/png, 70 B"}]}',
      },
      { type: 'image', mimeType: 'image/png', data: PNG },
    ],
    structuredContent: output,
  })
})
