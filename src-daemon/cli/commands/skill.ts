import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { SkillCandidate, SkillView, SkillDifference, SkillReview } from '../../contract/skills.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
import { sizeText } from '../../platform/sizes.ts'

/** `satchel skill list|show|look|add|trust|enable|disable|remove|untrust` */
export const addSkillCommands = (program: Command, { text, session }: CommandDeps): void => {
  const skill = program.command('skill').description(text('cli_skill'))

  skill
    .command('list')
    .description(text('cli_skill_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const known = await withDaemon(async (api) => ({
        skills: await api.skills.list.query(),
        folders: await api.skills.folders.query(),
      }))
      output.result(known, () => {
        printList(output, known.skills)
        for (const { word, path, waiting, missing } of known.folders) {
          output.say(missing ? 'cli_skill_folder_missing' : 'cli_skill_folder', { word, path })
          for (const { name, status } of waiting)
            output.line(`  ${name}  ${say(output.language, `skill_waiting_${status}`)}`)
        }
      })
    })

  skill
    .command('show')
    .description(text('cli_skill_show'))
    .argument('<skill>', text('cli_skill_id'))
    .argument('[file]', text('cli_skill_file'))
    .action(async (id: string, file: string | undefined) => {
      const { withDaemon, output } = session()
      if (file !== undefined) {
        const found = await withDaemon(async (api) =>
          api.skills.file.query({ id: (await named(api, id)).id, path: file }),
        )
        output.result(found, () => {
          output.lines(found.text)
        })
        return
      }
      const view = await withDaemon((api) => named(api, id))
      output.result(view, () => {
        output.line(`${view.id}  ${say(output.language, `skill_status_${view.status}`)}`)
        output.line(view.from)
        if (view.review !== null) printSkillReview(output, view.review)
      })
    })

  skill
    .command('look')
    .description(text('cli_skill_look'))
    .argument('<path>', text('cli_skill_path'))
    .action(async (path: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.skills.look.mutate({ kind: 'path', path: resolve(path) }))
      output.result(found, () => {
        for (const candidate of found.candidates) printCandidate(output, candidate)
      })
    })

  for (const verb of ['add', 'trust'] as const) {
    const command = skill
      .command(verb)
      .description(text(`cli_skill_${verb}`))
      .argument('<path>', text('cli_skill_path'))
      .argument('[name...]', text('cli_skill_names'))
    if (verb === 'trust') command.option('--as <word>', text('cli_skill_as'))
    command.action(async (path: string, names: string[], options: { as?: string }) => {
      const one = session()
      const added = await one.withDaemon((api) =>
        takeIn(api, one, { path: resolve(path), names, trust: verb === 'trust', word: options.as }),
      )
      one.output.result(added, () => {
        if (added.length === 0) one.output.say('cli_skill_nothing_new')
        for (const { id, review } of added)
          one.output.say('cli_skill_added', { id, version: review?.version ?? '' })
      })
    })
  }

  for (const verb of ['enable', 'disable'] as const)
    skill
      .command(verb)
      .description(text(`cli_skill_${verb}`))
      .argument('<skill>', text('cli_skill_id'))
      .action(async (id: string) => {
        const { withDaemon, output } = session()
        const view = await withDaemon(async (api) =>
          api.skills.setEnabled.mutate({ id: (await named(api, id)).id, enabled: verb === 'enable' }),
        )
        output.result(view, () => {
          output.line(`${view.id}  ${say(output.language, `skill_status_${view.status}`)}`)
        })
      })

  skill
    .command('remove')
    .description(text('cli_skill_remove'))
    .argument('<skill>', text('cli_skill_id'))
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const removed = await withDaemon(async (api) => {
        const view = await named(api, id)
        await api.skills.remove.mutate({ id: view.id })
        return { removed: view.id }
      })
      output.result(removed, () => {
        output.say('cli_skill_removed', { id: removed.removed })
      })
    })

  skill
    .command('untrust')
    .description(text('cli_skill_untrust'))
    .argument('<word>', text('cli_skill_word'))
    .action(async (word: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.skills.untrust.mutate({ word }))
      output.result({ untrusted: word }, () => {
        output.say('cli_skill_untrusted', { word })
      })
    })
}

/** Shows everything that would be installed, and asks once. */
const takeIn = async (
  api: Api,
  { output, consent }: Session,
  { path, names, trust, word }: { path: string; names: string[]; trust: boolean; word: string | undefined },
): Promise<readonly SkillView[]> => {
  const origin = { kind: 'path', path } as const
  const { candidates } = await api.skills.look.mutate(origin)
  const wanted = candidates.filter(({ review, folder }) =>
    names.length === 0 ? true : names.includes(review?.name ?? folder),
  )
  for (const name of names)
    if (!wanted.some(({ review, folder }) => (review?.name ?? folder) === name))
      throw new SatchelError('skill_none_found', { params: { path: name } })
  // Trusting a folder again may bring nothing new.
  const open = wanted.filter(({ status }) => status !== 'same' || trust)
  for (const candidate of open) printCandidate(output, candidate)
  const chosen = open.flatMap(({ folder, review }) =>
    review === null ? [] : [{ folder, sha256: review.sha256, name: review.name }],
  )
  if (chosen.length === 0) {
    refuseBroken(wanted)
    return []
  }
  const params = { names: chosen.map(({ name }) => name).join(', '), path }
  if (!(await consent(trust ? 'cli_q_skill_trust' : 'cli_q_skill_add', params))) {
    output.say('cli_declined')
    throw new Declined()
  }
  const skills = chosen.map(({ folder, sha256 }) => ({ folder, sha256 }))
  return api.skills.add.mutate({ origin, skills, trust, ...(word === undefined ? {} : { word }) })
}

const refuseBroken = (candidates: readonly SkillCandidate[]): void => {
  const broken = candidates.find(({ review }) => review === null)
  if (broken === undefined) return
  const problem = broken.problems.find(({ severity }) => severity === 'error')?.message ?? ''
  throw new SatchelError('skill_refused', {
    params: { name: broken.folder, problem },
    details: { problems: broken.problems },
  })
}

/** The skill a user names by its id, or by its name if only one has it. Errors: `skill_unknown`. */
const named = async (api: Api, wanted: string): Promise<SkillView> => {
  const all = await api.skills.list.query()
  const found = all.filter(({ id }) => id === wanted || id.endsWith(`/${wanted}`))
  const [one] = found
  if (one === undefined || found.length > 1)
    throw new SatchelError('skill_unknown', {
      params: { id: wanted },
      details: { known: all.map(({ id }) => id) },
    })
  return one
}

const printList = (output: Output, skills: readonly SkillView[]): void => {
  const rows = skills.map(({ id, status, review }) => [
    id,
    say(output.language, `skill_status_${status}`),
    review?.version ?? '',
    (review?.description ?? '').slice(0, 80),
  ])
  for (const line of columns(rows)) output.line(line)
  if (skills.length === 0) output.say('cli_none')
}

const printCandidate = (
  output: Output,
  { folder, review, problems, status, difference }: SkillCandidate,
): void => {
  output.line('')
  output.line(`${review?.name ?? folder}  [${say(output.language, `skill_waiting_${status}`)}]`)
  if (review === null) {
    for (const { message } of problems) output.line(`  ${message}`)
    return
  }
  if (difference !== null) printSkillDifference(output, difference)
  printSkillReview(output, review)
}

/** Prints a skill before the question: what it is, what it may do, what it contains. */
const printSkillReview = (output: Output, review: SkillReview): void => {
  const { title, version, description, license, compatibility, permissions, files, warnings } = review
  output.line(`  ${title} ${version}: ${description}`)
  for (const fact of [license, compatibility]) if (fact !== null) output.line(`  ${fact}`)
  output.say('cli_review_may')
  for (const permission of permissions) output.line(`  ${permission}`)
  output.say('cli_skill_files', { count: files.length, size: sizeText(review.bytes) })
  for (const { path, bytes, kind } of files)
    output.line(`  ${path}  ${sizeText(bytes)}${kind === 'script' ? '  *' : ''}`)
  output.say('cli_review_prompt', { tokens: review.bodyTokens })
  if (warnings.length > 0) output.say('cli_review_warnings')
  for (const { file, line, message } of warnings)
    output.line(`  ${file}${line === null ? '' : `:${String(line)}`} ${message}`)
}

/** Prints what changes in a skill, new permissions first. */
const printSkillDifference = (output: Output, difference: SkillDifference): void => {
  const { fromVersion, files, texts, widens } = difference
  output.say('cli_skill_differs', { version: fromVersion })
  for (const sentence of widens) output.line(`  ! ${sentence}`)
  for (const path of files.added) output.line(`  + ${path}`)
  for (const path of files.removed) output.line(`  - ${path}`)
  for (const path of files.changed) output.line(`  ~ ${path}`)
  for (const { path, lines } of texts) {
    output.line(`  ${path}`)
    for (const { kind, text } of lines) output.line(`    ${MARKS[kind]} ${text}`)
  }
}

const MARKS = { same: ' ', added: '+', removed: '-', gap: '⋯' } as const
