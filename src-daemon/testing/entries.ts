import { join } from 'node:path'
import { appRoot } from '../platform/app.ts'

/**
 * The programs that tests start: the built ones if `SATCHEL_TEST_BUILT` says that they are up to date, as the
 * gate does after building, because they load in a fraction of the time; else the sources, which Node runs directly.
 */
const built = process.env['SATCHEL_TEST_BUILT'] === '1'

/** The daemon's entry. */
export const daemonEntry = built
  ? join(appRoot, 'out', 'main', 'daemon.js')
  : join(appRoot, 'src-daemon', 'main.ts')

/** The entry of the `satchel` command. */
export const cliEntry = built
  ? join(appRoot, 'out', 'main', 'cli.js')
  : join(appRoot, 'src-daemon', 'cli', 'index.ts')
