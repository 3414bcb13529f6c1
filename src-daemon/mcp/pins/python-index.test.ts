import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addressOf, pipSetting, pythonIndexAt, pythonIndexSetting } from './python-index.ts'
import { createPythonTools, type PythonTool } from './python-tool.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-index-'))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const places = (env: NodeJS.ProcessEnv = {}) => ({
  env,
  home: join(root, 'home'),
  system: join(root, 'etc'),
})
const setting = (env?: NodeJS.ProcessEnv) => pythonIndexSetting(places(env))

it('the index is that of a variable, of uv, or of pip, in this order', () => {
  expect(setting()).toBeNull()
  put('etc/pip.conf', '[global]\ncert = /etc/own.pem\nindex-url = https://system.example/\n')
  expect(setting()).toBe('https://system.example/')
  put(
    'home/.pip/pip.conf',
    '[download]\nindex-url = https://no.example/\n[global]\nindex_url: https://old.example/\n',
  )
  expect(setting()).toBe('https://old.example/')
  put(
    'home/.config/pip/pip.conf',
    '[global]\nindex-url=https://pip.example/\n[install]\nindex-url=https://install.example/\n',
  )
  expect(setting()).toBe('https://install.example/')
  put('elsewhere/pip.conf', '[global]\nindex-url = https://named.example/\n')
  expect(setting({ PIP_CONFIG_FILE: join(root, 'elsewhere/pip.conf') })).toBe('https://named.example/')
  put('home/.config/uv/uv.toml', 'index-url = "https://uv.example/"\n')
  expect(setting()).toBe('https://uv.example/')
  put(
    'home/.config/uv/uv.toml',
    '[[index]]\nname = "more"\nurl = "https://more.example/"\n\n[[index]]\nurl = "https://default.example/"\ndefault = true\n\n[pip]\nno-build = true\n',
  )
  expect(setting()).toBe('https://default.example/')
  put('xdg/uv/uv.toml', 'index-url = "https://xdg.example/"\n')
  expect(setting({ XDG_CONFIG_HOME: join(root, 'xdg') })).toBe('https://xdg.example/')
  expect(setting({ PIP_INDEX_URL: 'https://variable.example/' })).toBe('https://variable.example/')
  expect(setting({ PIP_INDEX_URL: 'https://b.example/', UV_INDEX_URL: 'https://a.example/' })).toBe(
    'https://a.example/',
  )
  expect(pipSetting('cert', places())).toBe('/etc/own.pem')
})

it('a login is kept apart from the address', () => {
  const index = pythonIndexAt('https://user:p%40ss@own.example:8443/simple/')
  expect(index).toEqual({
    url: 'https://own.example:8443/simple/',
    host: 'own.example:8443',
    login: 'user:p%40ss',
  })
  expect(index === null ? '' : addressOf(index)).toBe('https://user:p%40ss@own.example:8443/simple/')
  expect(pythonIndexAt('http://own.example/')).toBeNull()
})

const tool: PythonTool = { kind: 'pip', program: '/nowhere', python: '/nowhere', version: '3.11' }
/** Nothing is run where an index is named. */
const indexFor = (
  index: string | null,
  given: Record<string, string> = {},
  env: NodeJS.ProcessEnv = { PIP_INDEX_URL: 'https://user:secret@own.example/simple/' },
) =>
  createPythonTools({
    env,
    home: root,
    locate: () => Promise.reject(new Error('nothing is looked for')),
  }).index({ index }, tool, given)

it('the login this machine is set to goes to its own host alone', async () => {
  const own = { host: 'own.example', login: 'user:secret' }
  expect(await indexFor(null)).toEqual({ url: 'https://own.example/simple/', ...own })
  expect(await indexFor('https://own.example/other/')).toEqual({ url: 'https://own.example/other/', ...own })
  expect(await indexFor(null, { UV_DEFAULT_INDEX: 'https://there.example/' })).toMatchObject({ login: null })
  expect(await indexFor('https://own.example:8443/')).toMatchObject({ login: null })
})

it('an index that cannot be used is an error, and never replaced by another one', async () => {
  const refused = { code: 'server_package_registry' }
  await expect(indexFor('http://own.example/')).rejects.toMatchObject(refused)
  await expect(indexFor(null, { UV_DEFAULT_INDEX: './folder' })).rejects.toMatchObject(refused)
  const set = { PIP_INDEX_URL: 'http://user:secret@own.example/simple/' }
  const thrown: unknown = await indexFor(null, {}, set).catch((one: unknown) => one)
  expect(thrown).toMatchObject({ ...refused, params: { problem: 'http://own.example/simple/' } })
  expect(JSON.stringify(thrown)).not.toContain('secret')
})
