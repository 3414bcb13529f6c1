import { expect, it } from 'vitest'
import { npmDefault } from './npm-default.ts'

it('the registry is npm’s own, whatever the one who builds has set', () => {
  const before = process.env.npm_config_registry
  process.env.npm_config_registry = 'https://own.example/'
  try {
    expect(npmDefault()).toMatch(/^https:\/\//)
    expect(npmDefault()).not.toContain('own.example')
  } finally {
    if (before === undefined) delete process.env.npm_config_registry
    else process.env.npm_config_registry = before
  }
})
