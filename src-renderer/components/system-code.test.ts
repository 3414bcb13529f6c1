import { expect, it } from 'vitest'
import { hasSystemCode } from './system-code.ts'

it('knows a code of the operating system from a sentence', () => {
  expect(hasSystemCode('connect ECONNREFUSED 127.0.0.1:9')).toBe(true)
  expect(hasSystemCode('getaddrinfo ENOTFOUND models.example')).toBe(true)
  expect(hasSystemCode('This server answers, but not like an Ollama server. An EU host.')).toBe(false)
})
