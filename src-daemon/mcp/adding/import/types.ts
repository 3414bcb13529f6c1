import type { ImportableFile, ImportedServer } from '../../../contract/server-import.ts'

/** Reads other apps' lists of MCP servers. It connects and starts nothing. */
export interface ServerImporter {
  /** Files of other apps on this machine that name servers or cannot be read. */
  files(): Promise<readonly ImportableFile[]>
  /** The servers in a pasted text. Errors: `server_config_unreadable`, `server_config_empty` */
  read(text: string): Promise<readonly ImportedServer[]>
}
