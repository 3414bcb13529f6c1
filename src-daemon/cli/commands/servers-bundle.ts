import type { BundleLook } from '../../contract/server-bundles.ts'
import { sizeText } from '../../platform/sizes.ts'
import { type Output } from '../console/output.ts'
import type { Api, Session } from '../console/session.ts'
import { connectOne, type Outcome } from './servers-connect.ts'
import { assignment } from './servers-consent.ts'
import { askSetup } from './servers-setup.ts'

/** Shows an unpacked bundle, asks for its settings, and connects it after consent; otherwise deletes it again. */
export const connectBundle = async (
  one: Session,
  api: Api,
  look: BundleLook,
  { set, keep }: { set: readonly string[]; keep: boolean },
): Promise<Outcome> => {
  showBundle(one.output, look)
  const { sha256, installed, fields } = look
  try {
    const values = await askSetup(one, fields, set, {
      known: installed?.values ?? {},
      kept: installed?.kept ?? [],
    })
    const uri = installed?.uri
    const plan = await api.servers.bundles.plan.mutate({
      sha256,
      values,
      ...(uri === undefined ? {} : { uri }),
    })
    return await connectOne(one, api, plan, keep)
  } finally {
    // The files of a bundle that a server uses stay.
    await api.servers.bundles.forget.mutate({ sha256 })
  }
}

const showBundle = (output: Output, look: BundleLook): void => {
  const {
    title,
    version,
    author,
    description,
    command,
    variables,
    files,
    tools,
    fields,
    warnings,
    installed,
  } = look
  output.line(`${title} ${version}  ${author}`)
  if (description !== '') output.line(`  ${description}`)
  output.line(`  $ ${command}`)
  for (const { name, value } of variables) output.line(`  ${assignment(name, value)}`)
  output.say('cli_skill_files', { count: files.count, size: sizeText(files.bytes) })
  for (const tool of tools) output.line(`  ${tool.name}  ${tool.description.split('\n')[0] ?? ''}`)
  for (const field of fields)
    output.line(`  --set ${field.key}=…  ${field.title}${field.required ? ' *' : ''}`)
  for (const warning of warnings) output.line(`  ! ${warning}`)
  if (installed === null) return
  output.say('cli_bundle_updates', { uri: installed.uri, before: installed.version, after: version })
  if (installed.difference === null) return
  const { added, removed, changed } = installed.difference.files
  output.say('cli_bundle_files', { added, removed, changed })
  for (const name of installed.difference.tools.added) output.line(`  + ${name}`)
  for (const name of installed.difference.tools.removed) output.line(`  - ${name}`)
  for (const { name, before, after } of installed.difference.variables) {
    if (before !== null) output.line(`  - ${assignment(name, before)}`)
    if (after !== null) output.line(`  + ${assignment(name, after)}`)
  }
  for (const two of [installed.difference.command, installed.difference.author]) {
    if (two === null) continue
    output.line(`  - ${two.before}`)
    output.line(`  + ${two.after}`)
  }
}
