import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../contract/language.ts'
import { say } from '../../text/index.ts'

const NAME = /^open-[\w-]+\.html$/

/**
 * Writes a page that leads to `url` and that only this user can read. A browser is started with its path, because
 * every user of the computer can read a program's arguments, and `url` contains a secret.
 */
export const writeRedirectFile = (
  dir: string,
  url: string,
  language: Language,
): { readonly path: string; remove(): void } => {
  const path = join(dir, `open-${randomUUID()}.html`)
  writeFileSync(path, page(url, language), { mode: 0o600, flag: 'wx' })
  return {
    path,
    remove: () => {
      rmSync(path, { force: true })
    },
  }
}

/** Removes files of a crashed daemon; their links no longer work. */
export const removeRedirectFiles = (dir: string): void => {
  for (const name of readdirSync(dir)) if (NAME.test(name)) rmSync(join(dir, name), { force: true })
}

const page = (url: string, language: Language): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${escaped(url)}">
<title>Satchel</title>
<p><a href="${escaped(url)}">${escaped(say(language, 'web_redirect'))}</a></p>
`

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${String(character.codePointAt(0))};`)
