/** A server from a Python index whose files are at another host, added in the window by a person who knows neither. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestIndex, type TestIndex } from '../src-daemon/mcp/testing/python-index.ts'
import { localhostTls } from '../src-daemon/network/testing/localhost-tls.ts'
import { makeZip } from '../src-daemon/testing/zip.ts'
import { look } from './support/checks.ts'
import { expect, test } from './support/satchel.ts'
import { useTools } from './support/servers.ts'

const hasPip = (): boolean => {
  try {
    execFileSync('python3', ['-I', '-c', 'import pip, venv'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const PLAIN = readFileSync(join(import.meta.dirname, '..', 'src-daemon/mcp/testing/plain_server.py'), 'utf8')
const SERVER = `def main():\n    exec(compile(${JSON.stringify(PLAIN)}, 'server', 'exec'), {})\n`

let home: string
let index: TestIndex
let files: TestIndex
test.beforeEach(async ({ satchel }) => {
  home = mkdtempSync(join(tmpdir(), 'satchel-python-'))
  const certificate = join(home, 'index.pem')
  writeFileSync(certificate, localhostTls.cert)
  index = await openTestIndex(makeZip)
  files = await openTestIndex(makeZip)
  for (const one of [index, files]) one.publish({ name: 'telling', version: '1.0', module: SERVER })
  index.filesAt(files)
  Object.assign(satchel.env, {
    HOME: home,
    SHELL: '/bin/false',
    PIP_CERT: certificate,
    SSL_CERT_FILE: certificate,
    PIP_INDEX_URL: index.url,
  })
})
test.afterEach(async () => {
  await index.close()
  await files.close()
  rmSync(home, { recursive: true, force: true })
})

test('hosts that a Python package comes from are allowed where its start failed, by a click', async ({
  page,
  satchel,
}) => {
  test.skip(process.platform !== 'linux' || !hasPip(), 'needs the sandbox of Linux, and a Python with pip')
  test.slow()
  await satchel.open(page, '/servers')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: 'Set it up yourself' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name', { exact: true }).fill('telling')
  await sheet.getByLabel('Program and arguments').fill('pipx\nrun\ntelling')
  await sheet.getByRole('button', { name: 'Start and connect' }).click()
  // Nothing was asked of the index before it was allowed; its pages say where the files are.
  const allow = sheet.getByRole('button', { name: 'Allow it and connect' })
  await expect(sheet.getByText(index.host).last()).toBeVisible()
  await expect(allow).toBeVisible()
  expect(index.asked).toEqual([])
  await look(page, 'a host to allow')
  await allow.click()
  await expect(sheet.getByText(files.host).last()).toBeVisible()
  await allow.click()
  await useTools(page)
  const shown = JSON.stringify(await satchel.json('servers', 'show', 'telling'))
  expect(shown).toContain(index.host)
  expect(shown).toContain(files.host)
})
