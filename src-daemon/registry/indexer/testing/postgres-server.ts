import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const ROOT = '/usr/lib/postgresql'

/** Debian's folder of the newest server; null if none is installed. */
export const postgresPrograms = (): string | null => {
  if (!existsSync(ROOT)) return null
  const [newest] = readdirSync(ROOT)
    .filter((version) => existsSync(join(ROOT, version, 'bin/initdb')))
    .sort((a, b) => Number(b) - Number(a))
  return newest === undefined ? null : join(ROOT, newest, 'bin')
}

/** PostgreSQL does not run as root; Debian makes a user for it. */
const owner = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export interface PostgresServer {
  /** A new, empty database. */
  database(): Promise<string>
  stop(): Promise<void>
}

/**
 * A server of its own on a random local port, with its files in a temporary folder. It ends with this
 * process, however that ends.
 */
export const startPostgres = async (programs: string): Promise<PostgresServer> => {
  const as = owner()
  const directory = mkdtempSync(join(tmpdir(), 'satchel-postgres-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(directory, as.uid, as.gid)
  const data = join(directory, 'data')
  const env = { LC_ALL: 'C', PATH: process.env['PATH'] }
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'satchel', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    { ...as, env, cwd: directory, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => [
    '-c',
    one,
  ])
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'INT', join(programs, 'postgres'), '-D', data, '-p', String(port), ...settings],
    { ...as, env, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk)
  })
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve()
    }),
  )

  const urlOf = (database: string): string => `postgres://satchel@127.0.0.1:${String(port)}/${database}`
  const ask = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGINT') // a fast but clean shutdown
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  const until = performance.now() + 60_000
  for (;;) {
    try {
      await ask('SELECT 1')
      break
    } catch (thrown) {
      if (child.exitCode === null && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        continue
      }
      await stop()
      throw new Error(`PostgreSQL did not start: ${said}`, { cause: thrown })
    }
  }
  let count = 0
  return {
    database: async () => {
      count += 1
      const name = `index_${String(count)}`
      await ask(`CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    stop,
  }
}
