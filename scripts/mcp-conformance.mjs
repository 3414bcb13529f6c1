/**
 * Runs the Model Context Protocol's official conformance runner against what Satchel shares with other programs: `npm run
 * mcp-conformance`, after a build. The runner sends no token and calls tools by fixed names, so a small
 * proxy adds the token and the source's prefix; the tools themselves belong to another MCP server that Satchel is
 * connected to, so that every result passes through Satchel in both directions.
 */
import { execFile, spawn } from 'node:child_process'
import { createServer, request as send } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectDaemon, findDaemon } from '../src-daemon/client/index.ts'
import { dataPaths } from '../src-daemon/platform/paths.ts'
import { serveConformanceTools } from './mcp-conformance-tools.mjs'

const root = join(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'satchel-'))
const env = {
  ...process.env,
  SATCHEL_HOME: home,
  SATCHEL_VAULT_PASSPHRASE: 'a passphrase for conformance',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
}
const PREFIX = 'mcp_conf__'

const satchel = async (...args) => {
  const command = [join(root, 'out', 'main', 'cli.js'), ...args, '--yes', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return JSON.parse(stdout)
}

/** Approves every request, once. */
const agree = async () => {
  const daemon = await connectDaemon(await findDaemon(dataPaths(env)), 'cli')
  const seen = new Set()
  daemon.api.approvals.pending.subscribe(undefined, {
    onData: (all) => {
      for (const { id, argumentsSha256 } of all) {
        if (seen.has(id)) continue
        seen.add(id)
        const answer = { decision: 'allow', scope: 'call', pattern: null, until: 'once' }
        void daemon.api.approvals.answer.mutate({ id, argumentsSha256, answer })
      }
    },
  })
  return daemon
}

/** Adds the token and the prefix to requests, and removes the prefix from responses. */
const proxyTo = async ({ url, token }) => {
  const target = new URL(url)
  const server = createServer((request, response) => {
    const own = request.headers.host?.replace(/^(localhost|127\.0\.0\.1):\d+$/, `127.0.0.1:${target.port}`)
    const origin = request.headers.origin?.replace(/^http:\/\/(localhost|127\.0\.0\.1):\d+$/, target.origin)
    // The length of the forwarded content is different.
    const rest = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name !== 'content-length'),
    )
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.once('end', () => {
      const body = Buffer.concat(chunks)
        .toString()
        .replace(/("method":"tools\/call","params":\{"name":")/, `$1${PREFIX}`)
      const headers = { ...rest, host: own, ...(origin && { origin }), authorization: `Bearer ${token}` }
      const { method, url: path } = request
      const sent = send({ host: '127.0.0.1', port: target.port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers)
        answer.on('data', (chunk) => response.write(String(chunk).replaceAll(`"${PREFIX}`, '"')))
        answer.once('end', () => response.end())
      })
      sent.once('error', () => response.destroy())
      response.once('close', () => sent.destroy())
      sent.end(body)
    })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://localhost:${server.address().port}/mcp`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const tools = await serveConformanceTools()
let proxy = null
let daemon = null
try {
  await satchel('servers', 'add', 'conf', '--url', tools.url)
  await satchel('share', 'expose', 'runner', 'mcp:conf/*', '--surface', 'tools')
  const { token } = await satchel('share', 'token', 'runner')
  const { url } = await satchel('share', 'http', 'on')
  daemon = await agree()
  proxy = await proxyTo({ url, token })
  const runner = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
  const expected = join(import.meta.dirname, 'mcp-conformance-expected.yml')
  const args = ['server', '--url', proxy.url, '--suite', 'all', '--expected-failures', expected]
  const child = spawn(process.execPath, [runner, ...args], { stdio: 'inherit', cwd: home })
  process.exitCode = await new Promise((done) => child.once('close', done))
} finally {
  proxy?.close()
  tools.close()
  await daemon?.close()
  await satchel('daemon', 'stop')
  rmSync(home, { recursive: true, force: true })
}
