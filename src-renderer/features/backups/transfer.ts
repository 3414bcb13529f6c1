import { base64OfFile, bytesOfBase64 } from '../../components/base64.ts'
import { api } from '../../rpc/client.ts'

const PIECE = 2 * 1024 * 1024

/** Fetches an exported assistant piece by piece; the browser keeps the pieces of a large file on the disk. */
export const fetchExport = async (id: string): Promise<Blob> => {
  const pieces: Blob[] = []
  for (let at = 0; ;) {
    const bytes = bytesOfBase64((await api.backups.read.query({ id, at })).base64)
    if (bytes.length === 0) break
    pieces.push(new Blob([bytes]))
    at += bytes.length
  }
  await api.backups.end.mutate({ id })
  return new Blob(pieces)
}

/** Sends a file piece by piece. Returns its id. */
export const sendImport = async (file: File): Promise<string> => {
  const { id } = await api.backups.receive.mutate()
  for (let at = 0; at < file.size; at += PIECE)
    await api.backups.write.mutate({ id, base64: await base64OfFile(file.slice(at, at + PIECE)) })
  return id
}
