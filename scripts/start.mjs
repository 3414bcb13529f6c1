// `npm start`: the window if Electron runs, else the same app in the browser. `npm start -- --web` forces the browser.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readyElectron } from './electron-binary.mjs'
import { root } from './freshness.mjs'
import { isOnPath, satchelCommand } from './satchel-command.mjs'
import { continueOnProjectNode, isProjectNode, nodeOfProject } from './setup-steps.mjs'

const args = process.argv.slice(2)
if (!isProjectNode()) await continueOnProjectNode(fileURLToPath(import.meta.url), args)

// What is started says its advice with this.
const command = (process.env.SATCHEL_COMMAND ??= satchelCommand())
console.log(
  isOnPath()
    ? 'On the command line: satchel --help'
    : `On the command line: ${command} --help (after \`npm link\` in this folder: satchel --help)`,
)

const rest = args.filter((argument) => argument !== '--web')
const electron = args.includes('--web') ? { why: undefined } : await readyElectron()

if (electron.path !== undefined) {
  hand(electron.path, [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, ...rest])
} else {
  if (electron.why !== undefined) console.log(`Satchel opens in the browser: ${electron.why}`)
  const cli = join(root, 'out/main/cli.js')
  if (!existsSync(cli)) {
    console.error(
      'Satchel is not built (out/main/cli.js is missing). Run `npm run build` and look at what it says.',
    )
    process.exit(1)
  }
  hand(nodeOfProject(), [cli, 'web', '--open', ...rest])
}

/** Hands over to the given program, as far as a Node script can: its terminal, its signals, its exit code. */
function hand(command, commandArgs) {
  const child = spawn(command, commandArgs, { stdio: 'inherit', cwd: root })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => undefined) // the terminal also sends it to the program, which decides
  child.on('error', (error) => {
    console.error(`${command} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
