import { expect, it } from 'vitest'
import { withoutToken } from './without-token.ts'

const TOKEN = 'aab-aac'
const said = (...chunks: string[]): Promise<string> => {
  const body = ReadableStream.from(chunks.map((chunk) => Buffer.from(chunk)))
  return withoutToken(new Response(body), TOKEN).text()
}

it.each([
  [['nothing of it'], 'nothing of it'],
  [['a', 'aab-aac', 'a'], 'a•••a'],
  [['x aab', '-a', 'ac y aab-aac'], 'x ••• y •••'],
  [['aaab-aa', 'b-aac'], 'aaab-•••'],
  [['aab-aacaab-aac'], '••••••'],
  [['ends with aab-aa'], 'ends with aab-aa'],
])('masks a token in %j', async (chunks, expected) => {
  expect(await said(...chunks)).toBe(expected)
})

it('holds nothing back that cannot be the beginning of one', async () => {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const reader = withoutToken(new Response(readable), TOKEN).body?.getReader()
  const writer = writable.getWriter()
  void writer.write(Buffer.from('data: {}\n\n'))
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: {}\n\n')
  await reader?.cancel()
})
