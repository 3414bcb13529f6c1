import { sep } from 'node:path'

/**
 * What only the app that wrote a list fills in: `${input:id}`, `${env:NAME}`, `${NAME}`, `${workspaceFolder}`,
 * `${{ secrets.NAME }}`, `{env:NAME}`, `{{NAME}}`, `$NAME`, `$(command)`, `%NAME%`.
 */
const PLACEHOLDER =
  /\$\{\{[^}]{0,200}\}\}|\$\{[^}]{0,200}\}|\{\{[^{}]*\}\}|\{(?:env|file|input|secret):[^{}]*\}|\$\([^()]*\)|\$(?:env:)?[A-Z_][A-Z0-9_]*\b|%[A-Z_]{3}[A-Z0-9_]*%/g
/** Those that belong to the app even inside code for a shell or an interpreter. */
const NOT_OF_CODE = /^(?:\$\{\{|\{|\$\{(?:env|input|config|command|file|user|workspace|cwd|secrets?)\w*[:}])/
/** A place held by words, as documentation does: `<YOUR_TOKEN>`, `YOUR_API_KEY_HERE`. */
const WORDS = /<[A-Za-z][^<>]*>|^(?:Bearer +)?YOUR[_-][A-Z0-9_-]+$/i

/** The placeholders in a text, each once. */
export const placeholdersIn = (text: string, isCode = false): readonly string[] => [
  ...new Set(
    [...text.matchAll(PLACEHOLDER)].map(([one]) => one).filter((one) => !isCode || NOT_OF_CODE.test(one)),
  ),
]

/** Whether the value of a variable or header is a placeholder for another one. */
export const isPlaceholder = (value: string): boolean => placeholdersIn(value).length > 0 || WORDS.test(value)

const HOME =
  /^~(?=[\\/]|$)|\$\{(?:userHome|HOME|env:(?:HOME|USERPROFILE))\}|\{env:HOME\}|\$HOME\b|%USERPROFILE%/g
const SEPARATOR = /\$\{(?:\/|pathSeparator)\}/g
const WITH_DEFAULT = /\$\{(?:env:)?[A-Za-z_]\w*:-([^${}]*)\}/g

/** Fills in placeholders that mean the same in every app: the home folder, and default values, which are reported to `used`. */
export const filled = (text: string, home: string, used: (placeholder: string) => void): string =>
  text
    .replace(HOME, () => home)
    .replace(SEPARATOR, sep)
    .replace(WITH_DEFAULT, (placeholder: string, value: string) => {
      used(placeholder)
      return value
    })
