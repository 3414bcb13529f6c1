#!/usr/bin/env node
// Stands in for `docker`: keeps a file for each container in the folder CONTAINERS, as an engine's containers outlive their client,
// with its arguments.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const folder = process.env['CONTAINERS'] ?? ''
const [verb, ...rest] = process.argv.slice(2)

if (verb === 'ps') {
  const label = rest[rest.indexOf('--filter') + 1]?.replace('label=', '')
  for (const id of readdirSync(folder))
    if (JSON.parse(readFileSync(join(folder, id), 'utf8')).label === label) console.log(id.slice(0, 12))
} else if (verb === 'rm') {
  for (const id of readdirSync(folder)) if (rest.some((one) => id.startsWith(one))) rmSync(join(folder, id))
} else {
  const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
  const file = option('--env-file')
  const container = {
    label: option('--label'),
    args: rest,
    variables: file === undefined ? '' : readFileSync(file, 'utf8'),
    environment: process.env,
  }
  writeFileSync(join(folder, randomBytes(32).toString('hex')), JSON.stringify(container))
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const answers = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'boxed', version: '1' },
    },
    'tools/list': { tools: [{ name: 'where', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'here' }] },
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line)
    if (id === undefined) return
    send(
      method in answers
        ? { id, result: answers[method] }
        : { id, error: { code: -32601, message: 'unknown' } },
    )
  })
}
