/** Receives what storage did to a file. */
export interface StorageLog {
  info(data: object, message: string): void
}
