import { readFileSync } from 'node:fs'

/** The text of a program's settings file; empty if it cannot be read: most people have no such file. */
export const settingsText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
