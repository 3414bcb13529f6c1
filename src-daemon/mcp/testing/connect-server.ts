import type { ServerView } from '../../contract/servers.ts'
import type { ServersService } from '../servers/types.ts'

/** Connects a server and accepts every tool, as its owner does after reading the descriptions. */
export const connectServer = async (
  servers: Pick<ServersService, 'add' | 'accept'>,
  input: Parameters<ServersService['add']>[0],
): Promise<ServerView> => {
  const { uri, tools } = await servers.add(input)
  return servers.accept({ uri, tools })
}
