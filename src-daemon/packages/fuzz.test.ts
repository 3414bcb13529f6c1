import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { mutated } from '../testing/mutations.ts'
import { cpuTime } from '../testing/cpu-time.ts'
import { effort } from '../testing/effort.ts'
import { verifyPackageFile } from './index.ts'
import { httpTool, packageText, signed } from './testing.ts'
import { problemSchema } from '../contract/packages.ts'

const FILES = effort(200, 1000)
/** No honest file takes a hundredth of this; a parser that hangs takes more. */
const HANG_MS = 5_000

const catalogue = fileURLToPath(new URL('../../resources/catalogue', import.meta.url))
let originals: Uint8Array[] = []
beforeAll(async () => {
  const shipped = readdirSync(catalogue).map((name) => new Uint8Array(readFileSync(join(catalogue, name))))
  const http = httpTool('{type: http_get, url: "https://api.example.org/v1?q={word}"}')
  originals = [...shipped, await signed(packageText()), await signed(packageText(http))]
})

/** Everything a person or a program is promised of the answer to any file at all. */
const answerTo = (bytes: Uint8Array, signature: 'required' | 'ignored') => {
  const started = cpuTime()
  const answer = verifyPackageFile(bytes, 'fuzz.acp.yaml', { signature })
  expect(cpuTime() - started).toBeLessThan(HANG_MS)
  const lines = Buffer.from(bytes).toString('utf8').split('\n').length
  for (const problem of answer.problems) {
    expect(problemSchema.safeParse(problem).success).toBe(true)
    expect(problem.line).toBeLessThanOrEqual(lines)
    expect(problem.message).not.toBe('')
  }
  const failed = answer.problems.some(({ severity }) => severity === 'error')
  expect(answer.package === null).toBe(failed)
  return answer
}

describe(`${String(FILES)} damaged files`, () => {
  it('are each refused with typed problems at a place, or load exactly as signed', () => {
    const accepted = new Map(
      originals.map((bytes) => {
        const { sha256, package: acp } = answerTo(bytes, 'required')
        return [sha256, acp]
      }),
    )
    let refused = 0
    for (let index = 0; index < FILES; index++) {
      const { package: acp, sha256 } = answerTo(mutated(originals, index), 'required')
      if (acp === null) refused++
      // Damage that undoes itself leaves the very bytes that were signed; nothing else is accepted.
      else expect(acp).toEqual(accepted.get(sha256))
    }
    expect(refused).toBeGreaterThan(FILES * 0.9)
  }, 120_000)

  it('are answered as well when they are drafts, whose signature protects nothing', () => {
    let loaded = 0
    for (let index = 0; index < FILES; index++) {
      if (answerTo(mutated(originals, index), 'ignored').package !== null) loaded++
    }
    // The corpus reaches beyond the parser: some damage leaves a correct draft.
    expect(loaded).toBeGreaterThan(FILES / 50)
  }, 120_000)
})
