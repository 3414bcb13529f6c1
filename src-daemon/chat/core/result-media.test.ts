import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BLIND, readMedia } from './result-media.ts'
import { toolContent, tokensOf } from './transcript.ts'

const caseSchema = z.object({
  about: z.string(),
  output: z.record(z.string(), z.unknown()),
  content: z.array(z.unknown()).optional(),
  /** What a model reads in any case. */
  reads: z.array(z.string()),
  /** Types of what one that sees and hears is given. */
  images: z.array(z.string()).default([]),
  sounds: z.array(z.string()).default([]),
})
const folder = join(import.meta.dirname, 'testing/edges')
const cases = readdirSync(folder).map((file) => ({
  file,
  ...caseSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
}))
/** Tokens, more than any of them takes. */
const ROOM = 100_000
/** No word anybody reads is as long, but one that is repeated. */
const BASE64 = /(?!x{80})[A-Za-z0-9+/]{80,}/

describe('a result as a model reads it', () => {
  it.each(cases)('$file: $about', ({ output, content, reads, images, sounds }) => {
    const result = { output, error: null, ...(content && { content }) }
    for (const senses of [BLIND, { sees: true, hears: true }]) {
      const { result: readable, media } = readMedia(result, senses)
      const { words } = toolContent(readable, ROOM)
      for (const part of reads) expect(words).toContain(part)
      expect(words).not.toMatch(BASE64)
      const given = { images: media.images ?? [], sounds: media.sounds ?? [] }
      expect(given.images.map(({ mediaType }) => mediaType)).toEqual(senses.sees ? images : [])
      expect(given.sounds.map(({ mediaType }) => mediaType)).toEqual(senses.hears ? sounds : [])
      for (const { base64 } of [...given.images, ...given.sounds])
        expect(Buffer.from(base64, 'base64').toString('base64')).toBe(base64)
    }
    // Even code that forgets to read it reveals no base64.
    expect(toolContent(result, ROOM).words).not.toMatch(BASE64)
  })

  it('shows a few pictures, and a line for each of the others', () => {
    const [picture] = cases.filter(({ file }) => file === 'picture-without-type.json')
    const blocks = z.array(z.unknown()).parse(picture?.output['content'])
    const content = Array.from({ length: 9 }, () => blocks[0])
    const { result, media } = readMedia({ output: { content }, error: null }, { sees: true, hears: false })
    expect(media.images).toHaveLength(4)
    expect(toolContent(result, ROOM).words.match(/that you are not given/g)).toHaveLength(5)
  })

  it('counts pictures and sounds as such, not by their base64', () => {
    const message = { role: 'tool', callId: '1', name: 'a', content: 'x' } as const
    const base64 = 'A'.repeat(900_000)
    const images = [{ mediaType: 'image/png', base64 }]
    const sounds = [{ mediaType: 'audio/wav', base64 }]
    expect(tokensOf([{ ...message, images, sounds }]) - tokensOf([message])).toBe(2000)
  })
})
