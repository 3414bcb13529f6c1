/** An object's id as stored in `log_objects`: 16 bytes if it is a UUID, as most are. */
export type ObjectKey = string | Buffer

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const UUID_LENGTH = 36

/** Whether 16 bytes represent `text` completely. */
export const isUuid = (text: string): boolean => text.length === UUID_LENGTH && UUID.test(text)

export const uuidBytes = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex')

/** The UUID of the 16 bytes at `at`. */
export const uuidText = (bytes: Buffer, at = 0): string => {
  const hex = bytes.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export const objectKey = (id: string): ObjectKey => (isUuid(id) ? uuidBytes(id) : id)

export const objectIdOf = (key: ObjectKey): string => (typeof key === 'string' ? key : uuidText(key))
