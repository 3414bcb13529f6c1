import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The directory that holds everything of a user's Satchel: `SATCHEL_HOME`, or the platform's directory for application
 * data.
 */
export const dataDirOf = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string => {
  const { SATCHEL_HOME: chosen, LOCALAPPDATA: localAppData, XDG_DATA_HOME: xdgData } = env
  // A variable that is set but empty counts as unset, as the XDG specification says of its own.
  if (isSet(chosen)) return resolve(chosen)
  switch (platform) {
    case 'win32':
      return join(isSet(localAppData) ? localAppData : join(homedir(), 'AppData', 'Local'), 'satchel', 'Data')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'satchel')
    default:
      return join(isSet(xdgData) ? xdgData : join(homedir(), '.local', 'share'), 'satchel')
  }
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''
