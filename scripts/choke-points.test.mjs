import { ESLint } from 'eslint'
import { join } from 'node:path'
import tseslint from 'typescript-eslint'
import { beforeAll, expect, it } from 'vitest'
import { root } from './freshness.mjs'

let eslint
beforeAll(() => {
  // The choke-point rules need no types, and loading those of the whole project takes longer than all the rest.
  eslint = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked })
})

/** Names of the choke points that a text violates as the content of a product file. */
const broken = async (text, path) => {
  const [result] = await eslint.lintText(text, { filePath: join(root, path) })
  const rules = result.messages.map((message) => message.ruleId ?? '')
  return [
    ...new Set(
      rules.filter((rule) => rule.startsWith('only-in-one-place-')).map((rule) => rule.split(/-|\//)[4]),
    ),
  ]
}

const somewhere = 'src-daemon/text/index.ts'

it.each([
  ['network', "await fetch('https://example.org')"],
  ['network', "new WebSocket('ws://example.org')"],
  ['network', "import { request } from 'node:https'\nrequest('')"],
  ['network', "const { connect } = await import('node:net')\nconnect('')"],
  ['network', "const undici = await import('undici')\nvoid undici"],
  ['a2a', "import { Client } from '@a2a-js/sdk/client'\nvoid Client"],
  ['processes', "import { spawn } from 'node:child_process'\nspawn('')"],
  ['threads', "import { Worker } from 'node:worker_threads'\nvoid Worker"],
  ['schemas', "import { Ajv } from 'ajv'\nvoid Ajv"],
  ['schemas', "export const load = (require: NodeJS.Require) => require('ajv/dist/2020.js')"],
  ['schemas', "import { v } from '@modelcontextprotocol/client/validators/cf-worker'\nvoid v"],
  ['secrets', "import { Entry } from '@napi-rs/keyring'\nvoid Entry"],
  ['links', "import { shell } from 'electron'\nvoid shell.openExternal('')"],
  ['links', "window.open('https://example.org')"],
  ['terminal', "process.stdout.write('')"],
  ['terminal', "export const f = ({ stderr }: NodeJS.Process) => stderr.write('')"],
  ['patterns', 'export const made = (text: string) => new RegExp(text)'],
  ['patterns', 'export const made = (text: string) => new RegExp(`^${text}$`)'],
  ['evaluation', "new Function('return 1')"],
  ['keys', "window.addEventListener('keyup', () => undefined)"],
  ['keys', "window.addEventListener('keydown', () => undefined, true)"],
  ['keys', "useEventListener(window, 'keydown', () => undefined, { capture: true })"],
  ['enter', "export const is = (event: KeyboardEvent) => event.key === 'Enter'"],
  ['enter', "export const is = (event: KeyboardEvent) => event.code !== 'NumpadEnter'"],
  ['enter', "export const keys = { Enter: 'open' }"],
  ['enter', "export const act = ({ key }: KeyboardEvent) => {\n  switch (key) {\n    case 'Enter':\n  }\n}"],
])('keeps %s in one place: %s', async (name, text) => {
  expect(await broken(text, somewhere)).toEqual([name])
})

it('lets patterns pass that are made of the source alone', async () => {
  const text =
    "const NAME = '[a-z]+'\nexport const made = (text: string) => new RegExp(`^${NAME} ${RegExp.escape(text)}$`)"
  expect(await broken(text, somewhere)).toEqual([])
})

it('lets types pass, and the one place itself', async () => {
  expect(
    await broken(
      "import type { ChildProcess } from 'node:child_process'\nexport type A = ChildProcess",
      somewhere,
    ),
  ).toEqual([])
  const spawn = "import { spawn } from 'node:child_process'\nspawn('')"
  expect(await broken(spawn, 'src-daemon/platform/processes.ts')).toEqual([])
})

/** What is said to a component that has this on an element; '' where it may. */
const refusalOf = async (listener) => {
  const text = `<script setup lang="ts">\nconst act = () => undefined\n</script>\n\n<template><input ${listener} /></template>\n`
  const [result] = await eslint.lintText(text, { filePath: join(root, 'src-renderer/App.vue') })
  return result.messages
    .filter(({ ruleId }) => ruleId === 'vue/no-restricted-syntax')
    .map(({ message }) => message)
    .join('\n')
}

it.each(['@keydown.capture="act"', '@keyup.enter="act"', '@keypress="act"', 'v-on:keyup.esc="act"'])(
  'leaves a composition its keys: no %s',
  async (listener) => {
    expect(await refusalOf(listener)).toContain('use-input-methods.ts')
  },
)

it.each([
  '@keydown.enter="act"',
  '@keydown.enter.exact.prevent="act"',
  '@keydown.ctrl.enter="act"',
  '@keydown.enter.capture="act"',
  'v-on:keydown.enter="act"',
  '@keyup.enter="act"',
  '@keypress.enter="act"',
  '@keydown.13="act"',
])('names the composable to a bare %s', async (listener) => {
  expect(await refusalOf(listener)).toContain('useEnter')
})

it.each(['@keydown.esc.prevent="act"', '@keydown="act"', '@keyup="act"', '@click.capture="act"'])(
  'lets %s listen, which a composition does not reach or which acts on no key',
  async (listener) => {
    expect(await refusalOf(listener)).toBe('')
  },
)
