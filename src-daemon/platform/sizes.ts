const UNITS = ['B', 'KiB', 'MiB', 'GiB']

/** Bytes for people to read: `1.5 MiB`; plain bytes below one KiB. */
export const sizeText = (bytes: number): string => {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** unit
  return `${Number.isInteger(value) ? String(value) : value.toFixed(2)} ${UNITS[unit] ?? ''}`
}
