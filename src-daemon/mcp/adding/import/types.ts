import type { ImportableFile, ImportedServer } from '../../../contract/server-import.ts'

/** Reads what other apps know of MCP servers. Nothing is connected or started by it. */
export interface ServerImporter {
  /** The files of other apps that are here and name servers, or that cannot be read. */
  files(): Promise<readonly ImportableFile[]>
  /** The servers in what a person pasted. Errors: `server_config_unreadable`, `server_config_empty` */
  read(text: string): Promise<readonly ImportedServer[]>
}
