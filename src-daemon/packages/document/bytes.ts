import { createFindings, wholeFile, type Findings } from './findings.ts'

const MAX_BYTES = 1024 * 1024

/**
 * The text of a package file: UTF-8 without BOM, LF only, at most 1 MiB (acp.md 1.1). `text` is null if the
 * bytes cannot be parsed any further.
 */
export const readText = (bytes: Uint8Array, file: string): { text: string | null; findings: Findings } => {
  if (bytes.length > MAX_BYTES) {
    const findings = createFindings(file, '')
    findings.error('too_large', wholeFile, {
      found: `${String(bytes.length)} B`,
      expected: `≤ ${String(MAX_BYTES)} B`,
    })
    return { text: null, findings }
  }
  const text = decode(bytes)
  if (text === null) {
    const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      bytes.subarray(0, firstInvalid(bytes)),
    )
    const findings = createFindings(file, before)
    findings.error('invalid_utf8', { offset: before.length, path: '' }, { expected: 'UTF-8' })
    return { text: null, findings }
  }
  const findings = createFindings(file, text)
  if (text.startsWith('\uFEFF')) findings.error('byte_order_mark', wholeFile, { found: 'U+FEFF' })
  const carriageReturn = text.indexOf('\r')
  if (carriageReturn !== -1) {
    findings.error('carriage_return', { offset: carriageReturn, path: '' }, { found: 'CR', expected: 'LF' })
  }
  const control = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/.exec(text)
  if (control !== null) {
    findings.error('yaml_syntax', { offset: control.index, path: '' }, { found: JSON.stringify(control[0]) })
  }
  return { text: findings.hasErrors() ? null : text, findings }
}

const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null // no UTF-8
  }
}

/** Length of the longest valid prefix, by binary search. */
const firstInvalid = (bytes: Uint8Array): number => {
  let good = 0
  let bad = bytes.length
  while (good + 1 < bad) {
    const middle = (good + bad) >> 1
    if (isValidPrefix(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  return good
}

/** A character cut off at the end does not make the prefix invalid: `stream` waits for its rest. */
const isValidPrefix = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
