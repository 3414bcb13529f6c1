import { expect, it } from 'vitest'
import { factsOf, verifyPackageFile } from './index.ts'
import { httpTool, packageText } from './testing.ts'

const withoutModel = (parts: Parameters<typeof packageText>[0]): boolean => {
  const options = { signature: 'ignored' } as const
  const { package: acp, problems } = verifyPackageFile(Buffer.from(packageText(parts)), 'x', options)
  if (acp === null) throw new Error(JSON.stringify(problems))
  return factsOf(acp, 'en').withoutModel
}
const needs = (what: string): string =>
  `  permissions:\n    require: ["state.create"]\n  llm_requirements:\n    ${what}\n`

it.each([
  ['a tool of state', {}, true],
  [
    'a tool that calls an address',
    { builtIn: '', meta: '', ...httpTool('{type: http_get, url: "https://a.example/{word}"}') },
    true,
  ],
  ['a prompt alone', { builtIn: '', tools: '', meta: '', prompt: 'prompt: Be a pirate.\n' }, false],
  ['a tool that nothing runs', { builtIn: '', meta: '', moreTools: httpTool('').moreTools }, false],
  ['a model family', { meta: needs('model_family: ["qwen"]') }, false],
  ['a context window', { meta: needs('min_context_window: 8000') }, false],
  ['a feature', { meta: needs('required_features: ["tool-call"]') }, false],
])('of a package with %s', (_what, parts, works) => {
  expect(withoutModel(parts)).toBe(works)
})
