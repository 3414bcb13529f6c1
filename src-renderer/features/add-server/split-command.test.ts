import { describe, expect, it } from 'vitest'
import { splitCommand } from './split-command.ts'

describe('a command in one line', () => {
  it.each([
    ['npx -y @scope/server /srv', ['npx', '-y', '@scope/server', '/srv'], []],
    ['$ uvx  mcp-server-fetch', ['uvx', 'mcp-server-fetch'], []],
    [`node "/srv/my server.js" --name='a b' it\\'s`, ['node', '/srv/my server.js', '--name=a b', "it's"], []],
    ['A=1 B="x y" node server.js', ['node', 'server.js'], ['A=1', 'B=x y']],
    ['C:\\tools\\run.exe --a=B=c ""', ['C:\\tools\\run.exe', '--a=B=c', ''], []],
    ['node "say \\"hi\\""', ['node', 'say "hi"'], []],
  ])('%s', (line, words, env) => {
    expect(splitCommand(line)).toEqual({ words, env })
  })

  it.each(['', 'node\nserver.js', 'node "open', 'node a.js | tee log', 'cd /srv && npx x', 'A=1'])(
    '%j is none',
    (line) => {
      expect(splitCommand(line)).toBeNull()
    },
  )
})
