import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { HEADLESS_SHELL } from './find-chromium.mjs'
import { root } from './freshness.mjs'

/** The programs that the tests use on Linux, and each one's Debian package. */
const programs = {
  'dbus-run-session': 'dbus',
  'dbus-send': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  bwrap: 'bubblewrap',
  socat: 'socat',
  rg: 'ripgrep',
  pg_ctlcluster: 'postgresql',
}

/** Optional for the tests: those that need PostgreSQL are skipped, and any Chromium will do. */
const spared = ['postgresql', HEADLESS_SHELL]

/**
 * Checks for what the tests need besides the packages: a Chromium, and on Linux a keychain, a sandbox and PostgreSQL.
 * Installs Debian packages if that is possible without a prompt, lets Playwright download its browser elsewhere, and
 * otherwise fails with one sentence that names what is missing.
 */
export async function readyMachineForTests({ findChromium, runStep }) {
  const packages = missingPackages(process.platform, hasProgram, findChromium() !== undefined)
  if (isDebian() && !hasProgram(HEADLESS_SHELL)) packages.push(HEADLESS_SHELL)
  if (packages.length > 0 && canInstall()) {
    try {
      await installDebianPackages(packages, findChromium, runStep)
    } catch (error) {
      if (packages.some((name) => !spared.includes(name))) throw error
      process.stderr.write(`satchel: ${error.message}\n`)
    }
  }
  if (findChromium() === undefined) await fetchPlaywrightsChromium(runStep)

  const stillMissing = missingPackages(process.platform, hasProgram, findChromium() !== undefined).filter(
    (name) => !spared.includes(name),
  )
  if (stillMissing.length === 0) return
  throw Object.assign(
    new Error(
      `The tests need ${stillMissing.join(', ')}, which this machine does not have and Satchel may not install by itself: ` +
        `run \`sudo apt-get install ${stillMissing.join(' ')}\` (or your system's equivalent) and then the command again.`,
    ),
    { forPeople: true },
  )
}

/**
 * Names of the Debian packages that are missing.
 *
 * @param {string} platform
 * @param {(program: string) => boolean} has
 * @param {boolean} hasChromium
 */
export function missingPackages(platform, has, hasChromium) {
  const needed = platform === 'linux' ? Object.keys(programs) : []
  const missing = needed.filter((program) => !has(program)).map((program) => programs[program])
  return [...new Set(hasChromium ? missing : [...missing, 'chromium'])]
}

async function installDebianPackages(packages, findChromium, runStep) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (names) => ['install', '-y', '--no-install-recommends', ...names]
  await runStep('Reading the list of system packages', 'apt-get', ['update', '-qq'], { env })
  const browsers = [HEADLESS_SHELL, 'chromium'].filter((name) => packages.includes(name))
  const others = packages.filter((name) => !browsers.includes(name))
  if (others.length > 0) await runStep(`Installing ${others.join(', ')}`, 'apt-get', apt(others), { env })
  for (const name of browsers) {
    if (name === 'chromium' && findChromium() !== undefined) return
    try {
      await runStep(`Installing ${name}`, 'apt-get', apt([name]), { env })
    } catch (error) {
      // Not every system with apt has these packages; Playwright's own browser is tried last.
      process.stderr.write(`satchel: ${error.message}\n`)
    }
  }
}

async function fetchPlaywrightsChromium(runStep) {
  const cli = join(root, 'node_modules/playwright/cli.js')
  try {
    await runStep("Fetching Playwright's Chromium", process.execPath, [cli, 'install', 'chromium'], {
      timeout: 300_000,
    })
  } catch (error) {
    process.stderr.write(`satchel: ${error.message}\n`) // the caller reports it again, in one sentence
  }
}

function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false // another system
  }
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && hasProgram('apt-get')
}

function hasProgram(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, name)))
}
