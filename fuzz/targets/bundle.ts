import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleLookSchema } from '../../src-daemon/contract/server-bundles.ts'
import { createBundles } from '../../src-daemon/mcp/adding/bundles/bundles.ts'
import { createBundleFiles } from '../../src-daemon/mcp/adding/bundles/files.ts'
import { makeZip } from '../../src-daemon/testing/zip.ts'
import { BrokenPromise, promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const manifest = JSON.stringify({
  manifest_version: '0.3',
  name: 'demo',
  version: '1.0.0',
  author: { name: 'Somebody' },
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: { command: 'node', args: ['${__dirname}/x'] },
  },
})
const document = { name: 'manifest.json', content: manifest }

/** A bundle of an MCP server: its archive, unpacked, and what the person is shown of it. */
export const target: Target = {
  maxBytes: 8 * 1024,
  seeds: () => [
    makeZip([document]),
    makeZip([document, { name: 'server/index.js', content: 'x'.repeat(200), mode: 0o100755 }]),
    makeZip([document, { name: 'a/../../x', content: '' }]),
    makeZip([document, { name: 'link', content: '/etc/passwd', mode: 0o120777 }]),
    makeZip([document, { name: 'A', content: '' }, { name: 'a', content: '' }]),
    makeZip([document, { name: 'a', content: '' }, { name: 'a/b', content: '' }]),
    makeZip([document, { name: 'secret', content: 'x', encrypted: true }]),
  ],
  run: async (input) => {
    const above = mkdtempSync(join(tmpdir(), 'satchel-fuzz-'))
    const folder = join(above, 'bundles')
    try {
      const files = createBundleFiles(folder)
      const bundles = createBundles({
        files,
        servers: {
          list: () => [],
          get: () => {
            throw new BrokenPromise('no server is asked for')
          },
        },
        language: () => 'en',
        home: above,
        platform: 'linux',
      })
      try {
        const look = await bundles.look({ kind: 'bytes', bytesBase64: input.toString('base64') })
        promised(bundleLookSchema.safeParse(look).success, 'what is shown of a bundle is complete')
        promised(existsSync(await files.checked(look.sha256)), 'a bundle is in its folder')
        const again = await bundles.look({ kind: 'bytes', bytesBase64: input.toString('base64') })
        promised(again.sha256 === look.sha256, 'the same bundle has the same hash')
        promised(readdirSync(folder).join() === look.sha256, 'unpacking leaves nothing behind')
      } finally {
        promised(readdirSync(above).join() === 'bundles', 'nothing is written outside')
      }
    } finally {
      rmSync(above, { recursive: true, force: true })
    }
  },
}
