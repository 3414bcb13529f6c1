import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { DRAFT_VERBS, EMPTY_FORM } from '../../contract/draft-parts.ts'
import { isPackageIcon, PACKAGE_ICON_NAMES } from '../../contract/package-icons.ts'
import type { DraftForm, OpenApiOffer } from '../../contract/drafts.ts'
import type { Problem } from '../../contract/packages.ts'
import { SatchelError } from '../../platform/errors.ts'
import { cidOf } from '../../platform/cid.ts'
import { imageTypeOf } from '../../platform/image-type.ts'
import { writeFileAtomic } from '../../platform/files.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Session } from '../console/session.ts'
import { askText, isInteractive } from '../console/terminal.ts'
import { readNamedFile } from './files.ts'
import { packageNetwork, verified } from './package-network.ts'

interface InitOptions {
  readonly name?: string
  readonly title?: string
  readonly description?: string
  readonly record?: string
  readonly field?: string[]
  readonly sentence?: string[]
  readonly tool?: string[]
  readonly openapi?: string
  readonly operation?: string[]
  readonly describe?: string
  readonly icon?: string
  readonly contact?: string
  readonly change?: string[]
}

/** `satchel acp init|sign|pack|pictures|import`: the commands that write files. */
export const addAuthoringCommands = (acp: Command, { text, session }: CommandDeps): void => {
  acp
    .command('init')
    .description(text('cli_acp_init'))
    .argument('[file]')
    .option('--name <name>', text('cli_acp_init_name'))
    .option('--title <title>', text('cli_acp_init_title'))
    .option('--description <text>', text('cli_acp_init_description'))
    .option('--record <word>', text('cli_acp_init_record'))
    .option('--field <name:kind...>', text('cli_acp_init_field'))
    .option('--sentence <text...>', text('cli_acp_init_sentence'))
    .addOption(new Option('--tool <verb...>', text('cli_acp_init_tool')).choices(DRAFT_VERBS))
    .option('--icon <name>', text('cli_acp_init_icon'))
    .option('--contact <address>', text('cli_acp_init_contact'))
    .option('--change <text...>', text('cli_acp_init_change'))
    .option('--openapi <file>', text('cli_acp_init_openapi'))
    .option('--operation <name...>', text('cli_acp_init_operation'))
    .option('--describe <wish>', text('cli_acp_init_describe'))
    .action(async (file: string | undefined, options: InitOptions) => {
      const { draftPackage } = await import('../../packages/index.ts')
      const one = session()
      const { output } = one
      const { leftOut, ...offered } = await operationsOf(options)
      const besides = besidesOf(options)
      const input =
        options.describe === undefined
          ? { ...(await draftInput(file, options, one, offered.title)), ...besides, actions: offered.actions }
          : { ...(await described(options.describe, options, one)), ...besides, actions: offered.actions }
      const path = packagePath(file ?? input.name)
      refuseExisting(path)
      writeFileAtomic(resolve(path), draftPackage(input), 0o644)
      output.result({ file: path, name: input.name, leftOut }, () => {
        for (const { name, why } of leftOut) output.say('cli_acp_left_out', { name, reason: why })
        output.say('cli_acp_written', { file: path })
      })
    })

  acp
    .command('sign')
    .description(text('cli_acp_sign'))
    .argument('<file>')
    .option('--key <did-or-key-id>', text('cli_acp_sign_key'))
    .option('--take-authorship', text('cli_acp_sign_take'))
    .action(async (path: string, options: { key?: string; takeAuthorship?: boolean }) => {
      const { output, withDaemon } = session()
      const { bytes } = readNamedFile(path)
      const signed = await withDaemon(async (api) => {
        const keys = options.key === undefined ? [] : await api.identity.keys.query()
        const known = keys.find(({ keyId, did, label }) => [keyId, did, label].includes(options.key ?? ''))
        return api.packages.sign.mutate({
          // As it was typed: a refusal prints a command that can be typed again.
          fileName: path,
          bytesBase64: bytes.toString('base64'),
          takeAuthorship: options.takeAuthorship === true,
          ...(options.key === undefined ? {} : { keyId: known?.keyId ?? options.key }),
        })
      })
      const after = Buffer.from(signed.bytesBase64, 'base64')
      // Keep a symbolic link: its target is signed.
      const target = realpathSync(path)
      if (!after.equals(bytes)) writeFileAtomic(target, after, statSync(target).mode & 0o777)
      const changed = changedLines(bytes.toString('utf8'), after.toString('utf8'))
      const { sha256, did, keyId } = signed
      output.result({ file: path, sha256, did, keyId, changedLines: changed }, () => {
        output.say('cli_acp_signed', { file: path, did })
        if (changed.length === 0) output.say('cli_acp_sign_same')
        else output.say('cli_acp_sign_changed', { lines: changed.join(', ') })
      })
    })

  acp
    .command('pack')
    .description(text('cli_acp_pack'))
    .argument('<file>')
    .option('--out <dir>', text('cli_acp_pack_out'), '.')
    .action(async (path: string, { out }: { out: string }) => {
      const { packPackage } = await import('../../packages/index.ts')
      const { output } = session()
      await using network = packageNetwork()
      const { bytes, acp: known } = await verified(path, network, output.language)
      const { baseName, record } = packPackage(bytes, known)
      const files = [
        { path: join(out, `${baseName}.acp.yaml`), data: Buffer.from(bytes) },
        { path: join(out, `${baseName}.json`), data: Buffer.from(`${JSON.stringify(record, null, 2)}\n`) },
      ]
      for (const one of files) refuseOther(one.path, one.data)
      mkdirSync(out, { recursive: true })
      for (const one of files) if (!existsSync(one.path)) writeFileAtomic(resolve(one.path), one.data, 0o644)
      output.result({ files: files.map((one) => one.path), record }, () => {
        for (const one of files) output.line(one.path)
        output.line(`${record.cap_uri}@${record.semver}  ${record.cid}`)
      })
    })

  acp
    .command('pictures')
    .description(text('cli_acp_pictures'))
    .argument('<files...>', text('cli_acp_pictures_files'))
    .action((paths: readonly string[]) => {
      const { output } = session()
      const pictures = paths.map((path) => {
        const { bytes } = readNamedFile(path)
        const type = bytes.length > 1024 * 1024 ? null : imageTypeOf(bytes)
        if (type === null || type === 'image/gif')
          throw new SatchelError('picture_refused', { details: { file: path } })
        return { file: path, cid: cidOf(bytes) }
      })
      output.result(pictures, () => {
        output.line('  screenshots:')
        for (const { file, cid } of pictures)
          output.line(`    - {cid: ${cid}, alt: ${JSON.stringify(basename(file, extname(file)))}}`)
      })
    })

  acp
    .command('import')
    .description(text('cli_acp_import'))
    .argument('<file>')
    .option('--out <file>', text('cli_acp_import_out'))
    .action(async (path: string, options: { out?: string }) => {
      const { importCap, isLintCode, verifyPackageFile } = await import('../../packages/index.ts')
      const { output } = session()
      const { fileName, bytes } = readNamedFile(path)
      const { name, text: draft, notCarried } = importCap(bytes, fileName)
      const out = options.out ?? `${name}.acp.yaml`
      refuseExisting(out)
      writeFileAtomic(resolve(out), draft, 0o644)
      const check = { language: output.language, signature: 'ignored' } as const
      const lint: Problem[] = verifyPackageFile(Buffer.from(draft), basename(out), check).problems.filter(
        ({ code }) => isLintCode(code),
      )
      output.result({ file: out, name, notCarried, lint }, () => {
        output.say('cli_acp_imported', { file: out })
        if (notCarried.length > 0) output.say('cli_acp_not_carried')
        for (const one of notCarried) output.line(`  ${one}`)
        if (lint.length > 0) output.say('cli_acp_import_lint', { count: lint.length, file: out })
      })
    })
}

/** What stands in the file for people alone. Errors: `draft_invalid`. */
const besidesOf = ({ icon, contact, change }: InitOptions): Partial<DraftForm> => {
  if (icon !== undefined && !isPackageIcon(icon))
    throw new SatchelError('draft_invalid', {
      params: { problem: `icon: ${icon} ≠ ${PACKAGE_ICON_NAMES.join(', ')}` },
    })
  return {
    ...(icon !== undefined && { icon }),
    ...(contact !== undefined && { contact }),
    ...(change !== undefined && { changes: [{ version: EMPTY_FORM.version, text: change.join('\n') }] }),
  }
}

/** The operations of the document that were chosen, and those that can't be tools. Errors: `openapi_unusable`, `draft_invalid`. */
const operationsOf = async ({ openapi, operation }: InitOptions): Promise<OpenApiOffer> => {
  if (openapi === undefined) return { title: '', actions: [], leftOut: [] }
  const { readOpenApi } = await import('../../packages/index.ts')
  const { title, actions, leftOut } = readOpenApi(readNamedFile(openapi).bytes)
  const unknown = operation?.find((wanted) => actions.every(({ name }) => name !== wanted))
  if (unknown !== undefined)
    throw new SatchelError('draft_invalid', {
      params: { problem: `${unknown} ≠ ${actions.map(({ name }) => name).join(', ')}` },
    })
  return {
    title,
    actions: operation === undefined ? actions : actions.filter(({ name }) => operation.includes(name)),
    leftOut: operation === undefined ? leftOut : [],
  }
}

/** What the owner's model makes of a wish; what is given besides stands. Errors: `draft_no_model`, `draft_not_written`. */
const described = async (wish: string, options: InitOptions, { withDaemon }: Session): Promise<DraftForm> => {
  const { readField } = await import('../../packages/index.ts')
  const { form } = await withDaemon((api) => api.drafts.describe.mutate({ wish }))
  const { name, title, description, record, field, sentence, tool } = options
  return {
    ...form,
    name: name ?? form.name,
    title: title ?? form.title,
    description: description ?? form.description,
    record: record ?? form.record,
    ...(field !== undefined && { fields: field.map(readField) }),
    ...(sentence !== undefined && { sentences: sentence }),
    ...(tool !== undefined && { verbs: DRAFT_VERBS.filter((verb) => tool.includes(verb)) }),
  }
}

/** The options' values; missing ones are asked for on a terminal. Errors: `draft_invalid` without a terminal. */
const draftInput = async (
  file: string | undefined,
  options: InitOptions,
  { io, yes, language }: Session,
  heading: string,
) => {
  const { FIELD_KINDS, readField } = await import('../../packages/index.ts')
  const isAsked = isInteractive(io) && !yes
  const ask = async (
    given: string | undefined,
    key: Parameters<typeof say>[1],
    offered: string,
  ): Promise<string> =>
    given ?? (isAsked ? askText(io, say(language, key, { kinds: FIELD_KINDS.join(', ') }), offered) : offered)

  const fromFile = file === undefined ? '' : basename(file).replace(/\.acp\.ya?ml$/, '')
  const name = await ask(options.name, 'cli_q_acp_name', fromFile)
  const words = name.replaceAll('-', ' ')
  const title = await ask(
    options.title,
    'cli_q_acp_title',
    heading || words.charAt(0).toUpperCase() + words.slice(1),
  )
  const description = await ask(options.description, 'cli_q_acp_description', '')
  const record = await ask(options.record, 'cli_q_acp_record', words.replace(/s$/, ''))
  const fields =
    options.field ??
    // What reaches outside needn't keep anything.
    (options.openapi === undefined
      ? (await ask(undefined, 'cli_q_acp_fields', 'title:text note:note')).split(/[\s,]+/)
      : [])
  return {
    ...{ name, title, description, record },
    fields: fields.filter((one) => one !== '').map(readField),
    ...(options.sentence !== undefined && { sentences: options.sentence }),
    ...(options.tool !== undefined && { verbs: DRAFT_VERBS.filter((verb) => options.tool?.includes(verb)) }),
  }
}

/** A name without an extension, such as `books`, means `books.acp.yaml`, the extension of packages. */
const packagePath = (file: string): string => (extname(file) === '' ? `${file}.acp.yaml` : file)

const refuseExisting = (path: string): void => {
  if (existsSync(path)) throw new SatchelError('file_exists', { params: { path } })
}

const refuseOther = (path: string, data: Buffer): void => {
  if (existsSync(path) && !readFileSync(path).equals(data))
    throw new SatchelError('file_exists', { params: { path } })
}

/**
 * Numbers of the lines of `after` that aren't, in order, lines of `before`. Signing changes or adds a few and moves
 * none.
 */
const changedLines = (before: string, after: string): number[] => {
  const old = before.split('\n')
  let next = 0
  return after.split('\n').flatMap((line, index) => {
    const found = old.indexOf(line, next)
    if (found === -1) return [index + 1]
    next = found + 1
    return []
  })
}
