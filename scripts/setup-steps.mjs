import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildContracts } from './build-contracts.mjs'
import { currentSources, isBuildStale, isInstallStale, markBuilt, markInstalled, root } from './freshness.mjs'
import { findTestChromium } from './find-chromium.mjs'
import { readyMachineForTests } from './machine.mjs'
import { nodeProblem } from './node-binary.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { runStep } from './steps.mjs'

/**
 * Prepares a checkout for `npm start` or `npm test`: packages installed and bundles built, or, for tests, packages and
 * the programs they need installed; the tests build by themselves and count that. Does nothing if nothing changed, so
 * it may run before every command.
 *
 * @param {{ forTests?: boolean }} options
 */
export async function setUp({ forTests = false } = {}) {
  const mustBuild = () => !forTests && isBuildStale()
  if (isInstallStale() || mustBuild()) {
    await withSetupLock(async () => {
      if (isInstallStale()) await install()
      if (mustBuild()) await build()
    })
  }
  if (forTests) await readyMachineForTests({ findChromium: findTestChromium, runStep })
}

/** Installs exactly what the lock file says. */
export async function install() {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  await runStep('Installing packages (npm ci, about a minute the first time)', command, [
    ...first,
    'ci',
    '--no-audit',
    '--no-fund',
  ])
  if (!existsSync(nodeOfProject())) {
    throw Object.assign(
      new Error(
        'npm ci ran, but the Node that Satchel runs on is missing (node_modules/.bin/node). ' +
          'Install scripts are probably switched off: run `npm config get ignore-scripts`, set it to false, delete node_modules and try again.',
      ),
      { forPeople: true },
    )
  }
  checkNode()
  markInstalled()
}

/** Refuses a Node that isn't the pinned one. */
function checkNode() {
  const found = nodeProblem()
  if (found === null) return
  if (!found.isOther) {
    process.stderr.write(`satchel: ${found.problem}; it is used unchecked\n`)
    return
  }
  throw Object.assign(
    new Error(`${found.problem}. Nothing was run with it. Delete node_modules and try again.`),
    { forPeople: true },
  )
}

/**
 * Builds the daemon, the shell and the renderer with the project's own Node, and stamps the result. Compiles contracts
 * that have changed.
 */
export async function build() {
  buildContracts()
  const sources = currentSources() // taken before building, so that an edit during the build is built next time
  await runStep('Building Satchel', nodeOfProject(), [
    join(root, 'node_modules/electron-vite/bin/electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ])
  markBuilt(sources)
}

/** Path of the Node 24 that comes with the packages. */
export function nodeOfProject() {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
}

/** True when this process already runs on the project's Node. */
export function isProjectNode() {
  return Number(process.versions.node.split('.')[0]) >= 24
}

/** Runs the same script again on the project's Node and exits with its exit code. */
export async function continueOnProjectNode(script, args) {
  const child = spawn(nodeOfProject(), [script, ...args], { stdio: 'inherit' })
  // Ending this process is meant for that one, which would go on. A terminal sends Ctrl+C to both itself.
  const isInTerminal = process.stdin.isTTY === true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !isInTerminal) child.kill(signal)
    })
  const [code] = await once(child, 'exit')
  process.exit(code ?? 1)
}
