import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { createNpmRegistry } from './npm-registry.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-npm-')))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const registryOf = (
  env: NodeJS.ProcessEnv,
  searchPath = process.env['PATH'] ?? '',
  otherwise?: () => string,
) =>
  createNpmRegistry({
    ...(otherwise !== undefined && { otherwise }),
    env: { PATH: searchPath, ...env },
    home,
    locate: createSandbox({ places: { home, dataDir: home }, runDir: home, searchPath }).locate,
  })

it('npm itself is asked for its registry, once, if neither variables nor the usual file name it', async () => {
  const settings = join(home, 'npmrc')
  writeFileSync(settings, 'registry=https://npm.example/own/')
  const registry = registryOf({ npm_config_globalconfig: settings })
  expect(await registry({})).toBe('https://npm.example/own/')
  writeFileSync(settings, 'registry=https://other.example/')
  expect(await registry({})).toBe('https://npm.example/own/')

  expect(await registry({ NPM_CONFIG_REGISTRY: 'https://given.example/' })).toBe('https://given.example/')
  writeFileSync(join(home, '.npmrc'), 'registry=https://mine.example/\n')
  expect(await registry({})).toBe('https://mine.example/')
})

it('a registry that cannot be asked safely, or no npm, is said and not guessed', async () => {
  const settings = join(home, 'npmrc')
  writeFileSync(settings, 'registry=http://npm.example/')
  const registry = registryOf({ npm_config_globalconfig: settings })
  await expect(registry({})).rejects.toMatchObject({
    code: 'server_package_registry',
    params: { program: 'npm', problem: 'http://npm.example/' },
  })
  writeFileSync(settings, 'registry=https://npm.example/')
  expect(await registry({})).toBe('https://npm.example/')
  await expect(registryOf({}, '')({})).rejects.toMatchObject({ code: 'server_program_missing' })
  // What the app was built with stands in for an npm that isn't there, not for one that says something else.
  const otherwise = (): string => 'https://built.example/'
  expect(await registryOf({}, '', otherwise)({})).toBe('https://built.example/')
  writeFileSync(settings, 'registry=http://npm.example/')
  await expect(
    registryOf({ npm_config_globalconfig: settings }, undefined, otherwise)({}),
  ).rejects.toMatchObject({ code: 'server_package_registry' })
})
