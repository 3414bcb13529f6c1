import { expect, it } from 'vitest'
import { wholeLines } from './whole-lines.ts'

it('passes single bytes on in whole lines, and the rest at the end', async () => {
  const text = 'data: 天气\r\n\ndata: no end'
  const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
  const lines: string[] = []
  for await (const line of ReadableStream.from(bytes).pipeThrough(wholeLines()))
    lines.push(Buffer.from(line).toString())
  expect(lines).toEqual(['data: 天气\r\n', '\n', 'data: no end'])
})
