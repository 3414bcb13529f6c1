import { sha256Hex } from '../../platform/sha256.ts'
import { wireName } from '../../packages/index.ts'

/** Many programs allow no more than 64, and prepend the server's name. */
const LONGEST = 48
const VALID = /^[A-Za-z0-9_-]+$/

/**
 * A tool's name where those of several capabilities stand side by side, for other programs and for models: it depends only on the tool's id, so that it stays when others come and
 * go. `acp:note/state.create` becomes `note__state__create`, `mcp:files/read` becomes `mcp_files__read`. A
 * name that is too long, has other characters, or could be mistaken for another one ends with a part of its
 * hash.
 */
export const toolNameOf = (id: string): string => {
  const [, kind = '', source = '', tool] = /^([a-z]+):([^/]*)(?:\/(.*))?$/su.exec(id) ?? []
  const first = kind === 'acp' ? source : `${kind}_${source}`
  const name = tool === undefined ? first : `${first}__${kind === 'acp' ? wireName(tool) : tool}`
  const isFaithful =
    VALID.test(name) && name.length <= LONGEST && !source.includes(kind === 'acp' ? '_' : '__')
  return isFaithful ? name : hashed(name, id)
}

const hashed = (name: string, id: string): string => {
  const hash = sha256Hex(id).slice(0, 8)
  return `${name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST - 9)}_${hash}`
}
