#!/usr/bin/env node
// `satchel <area> <verb>` after `npm link`, or `npm run -s satchel -- <area> <verb>`: the command of this checkout, built first
// when sources changed.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from './freshness.mjs'
import { satchelCommand } from './satchel-command.mjs'
import { continueOnProjectNode, isProjectNode, setUp } from './setup-steps.mjs'

const args = process.argv.slice(2)

try {
  await setUp()
} catch (error) {
  console.error(error.forPeople ? error.message : error)
  process.exit(1)
}
if (!isProjectNode()) await continueOnProjectNode(fileURLToPath(import.meta.url), args)

const cli = join(root, 'out/main/cli.js')
process.env.SATCHEL_COMMAND ??= satchelCommand()
process.argv = [process.execPath, cli, ...args]
await import(pathToFileURL(cli).href)
