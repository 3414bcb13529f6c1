import type { FrameToRenderer } from '../../src-main/port-frames.ts'

/** A frame of the shell, or null for anything else: what comes over a port is not trusted to have a shape. */
export const readFrame = (data: unknown): FrameToRenderer | null => {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'open') return { kind: 'open' }
  if (data.kind === 'message' && 'data' in data && typeof data.data === 'string')
    return { kind: 'message', data: data.data }
  if (data.kind !== 'close') return null
  return {
    kind: 'close',
    code: 'code' in data && typeof data.code === 'number' ? data.code : 1006,
    reason: 'reason' in data && typeof data.reason === 'string' ? data.reason : '',
  }
}
