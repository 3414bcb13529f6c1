import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemSchema } from '../../src-daemon/contract/packages.ts'
import { verifyPackageFile } from '../../src-daemon/packages/index.ts'
import { httpTool, packageText, signed } from '../../src-daemon/packages/testing.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const FILE = 'fuzz.acp.yaml'
const catalogue = join(import.meta.dirname, '../../resources/catalogue')

/** A package (`.acp.yaml`), as a draft and as a file that must be signed. */
export const target: Target = {
  maxBytes: 12 * 1024,
  seeds: async () => [
    ...readdirSync(catalogue).map((name) => readFileSync(join(catalogue, name))),
    packageText(),
    packageText(httpTool('{type: http_get, url: "https://api.example.org/v1?q={word}"}')),
    packageText(httpTool('{type: http_post, url: "https://api.example.org/v1", body: {q: "{word}"}}')),
    packageText(httpTool('{type: mcp, server: files, tool: read}')),
    packageText(
      httpTool('{type: wasm, module: bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy}'),
    ),
    await signed(packageText()),
  ],
  run: (input) => {
    const draft = verifyPackageFile(input, FILE, { signature: 'ignored' })
    const lines = input.toString('utf8').split('\n').length
    for (const problem of draft.problems) {
      promised(problemSchema.safeParse(problem).success, 'a problem is one')
      promised(problem.line <= lines && problem.message !== '', 'a problem is at a place and says something')
    }
    const failed = draft.problems.some(({ severity }) => severity === 'error')
    promised((draft.package === null) === failed, 'a package with an error is none')
    if (draft.package === null) return
    // Only drafts without an error: what else could be signed is no package either.
    const read = verifyPackageFile(input, FILE, { signature: 'required' })
    promised(read.package === null || read.sha256 === draft.sha256, 'a signed package is the draft it was')
  },
}
