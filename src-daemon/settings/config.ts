import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMap, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { SatchelError, toSatchelError } from '../platform/errors.ts'
import { writeFileAtomic } from '../platform/files.ts'
import { settingsSchema, type SchemaSource } from '../contract/settings.ts'
import { firstProblem } from '../platform/first-problem.ts'
import { firstCatalogues, firstServerRegistry } from './first-sources.ts'

/** The settings that belong to this machine. */
const configSchema = settingsSchema.pick({
  model: true,
  plannerInstead: true,
  embeddingModel: true,
  ollamaUrl: true,
  contextWindow: true,
  modelBuild: true,
  turnTokens: true,
  turnMinutes: true,
  monthMoney: true,
  monthTokens: true,
  keepAliveMinutes: true,
  thinking: true,
  modelEndpoints: true,
  guidedModels: true,
  agentEndpoint: true,
  shareEndpoint: true,
  mcpRegistryUrl: true,
  chainRegistries: true,
  catalogues: true,
  schemaSources: true,
  findSchemas: true,
  updateCheckHours: true,
  ipfs: true,
  developmentHosts: true,
  trustedCa: true,
  clientMetadataUrl: true,
  vaultLockMinutes: true,
  vaultLockOnSleep: true,
  backups: true,
  backupFolder: true,
  openToolsPercent: true,
  planFirst: true,
  capabilityIdleMinutes: true,
  sendKey: true,
  railWords: true,
})
export type Config = z.infer<typeof configSchema>

/** `config.json` as read: our settings, and everything else in it, which we keep. */
export interface ReadConfig {
  readonly config: Config
  readonly raw: Readonly<Record<string, unknown>>
}

/** First the registries, then the DID of who speaks for the namespace (asm.md 1.5). */
export const SCHEMA_SOURCES: readonly SchemaSource[] = [
  { kind: 'marketplace', name: 'marketplace', enabled: true },
  { kind: 'author', name: 'author', enabled: true },
]

const defaults = (): Config => ({
  model: 'auto',
  plannerInstead: false,
  embeddingModel: 'auto',
  ollamaUrl: ollamaUrlFrom(process.env['OLLAMA_HOST']),
  contextWindow: null,
  modelBuild: 'auto',
  turnTokens: 1_000_000,
  turnMinutes: 20,
  monthMoney: null,
  monthTokens: null,
  keepAliveMinutes: null,
  thinking: true,
  modelEndpoints: [],
  guidedModels: {},
  agentEndpoint: { enabled: false, host: '127.0.0.1', port: 4710, publicUrl: null, tls: null },
  shareEndpoint: { enabled: false, port: 0 },
  mcpRegistryUrl: firstServerRegistry(),
  chainRegistries: [],
  catalogues: firstCatalogues(),
  schemaSources: [...SCHEMA_SOURCES],
  findSchemas: false,
  updateCheckHours: 24,
  ipfs: { embedded: false, listen: '/ip4/127.0.0.1/tcp/0', peers: [], kuboUrl: '', gateways: [] },
  developmentHosts: [],
  trustedCa: '',
  clientMetadataUrl: '',
  vaultLockMinutes: 30,
  vaultLockOnSleep: true,
  backups: true,
  backupFolder: '',
  openToolsPercent: 8,
  planFirst: 'never',
  capabilityIdleMinutes: 30,
  sendKey: 'enter',
  railWords: true,
})

/**
 * Reads `config.json`; a missing setting has its default, and so have all in a missing file. Needs no database, so that
 * a damaged file is found before anything else is opened.
 *
 * @throws SatchelError `config_corrupt` naming the line or the field; the file is not touched
 */
export const readConfig = (path: string): ReadConfig => {
  const raw = parse(path, read(path))
  const parsed = configSchema.safeParse({ ...defaults(), ...raw })
  if (parsed.success) return { config: parsed.data, raw }
  throw corrupt(path, firstProblem(parsed.error, 'settings'))
}

/** Writes `config.json` atomically. Errors: `disk_full`. */
export const writeConfig = (path: string, raw: Readonly<Record<string, unknown>>): void => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileAtomic(path, `${JSON.stringify(raw, null, 2)}\n`)
  } catch (thrown) {
    throw toSatchelError(thrown)
  }
}

/**
 * Moves `config.json` to `<path>.kept-<time>`; for the user's explicit choice only.
 *
 * @returns the new path
 */
export const setAsideConfig = (path: string, now: Date): string => {
  const base = `${path}.kept-${now.toISOString().replaceAll(':', '-')}`
  let kept = base
  for (let n = 2; existsSync(kept); n++) kept = `${base}-${String(n)}`
  renameSync(path, kept)
  return kept
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return '{}'
    throw corrupt(path, thrown instanceof Error ? thrown.message : String(thrown), thrown)
  }
}

const objectSchema = z.record(z.string(), z.unknown())

const parse = (path: string, text: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed = objectSchema.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch (thrown) {
    throw corrupt(path, `line ${String(lineOfMistake(text))} is not JSON`, thrown)
  }
  throw corrupt(path, 'line 1: it is not an object')
}

/** `JSON.parse` does not always say where; the YAML parser (JSON is YAML) does. */
const lineOfMistake = (text: string): number => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, schema: 'json' })
  const [mistake] = document.errors
  if (mistake !== undefined) return lines.linePos(mistake.pos[0]).line
  return isMap(document.contents) ? text.trimEnd().split('\n').length : 1
}

/** Accepts what Ollama does: `host`, `host:port`, a URL. `0.0.0.0` is where it listens, not where to call it. */
const ollamaUrlFrom = (host: string | undefined): string => {
  const fallback = 'http://127.0.0.1:11434'
  if (host === undefined || host.trim() === '') return fallback
  const text = host.trim()
  const written = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(written)) return fallback
  const url = new URL(written)
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  if (url.port === '' && !/^https?:\/\//.test(text)) url.port = '11434'
  return url.toString().replace(/\/$/, '')
}

const corrupt = (path: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('config_corrupt', { params: { path, problem }, details: { path, problem }, cause })
