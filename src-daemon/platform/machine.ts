import { readFileSync } from 'node:fs'
import { arch, cpus, totalmem } from 'node:os'
import { sha256 } from './sha256.ts'

const GIB = 1024 ** 3

/**
 * A name for this computer that reveals nothing about it: a hash of the system's own id if it has one (Linux), and of its
 * hardware. It stays the same as long as these do; a virtual machine's clone has the name of the original.
 */
export const machineName = (): string => {
  const parts = [systemId(), arch(), cpus()[0]?.model ?? '', String(Math.round(totalmem() / GIB))]
  return sha256(parts.join('\n')).toString('hex', 0, 16)
}

const systemId = (): string => {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    // Other systems, and containers, have none.
    return ''
  }
}
