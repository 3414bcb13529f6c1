import { z } from 'zod'
import { draftFormSchema, type Draft, type DraftCheck, type DraftForm } from '../contract/drafts.ts'
import type { Language } from '../contract/language.ts'
import type { AcpPackage, Problem } from '../contract/packages.ts'
import { createEmitter } from '../platform/emitter.ts'
import { SatchelError } from '../platform/errors.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import { verifyPackageFile } from './verify-file.ts'
import type { PackagesService } from './types.ts'
import { draftFaults, draftText } from './authoring/draft.ts'

const rowSchema = z.object({
  id: z.string(),
  form_json: z.string().transform((text): unknown => JSON.parse(text)),
  text: z.string().nullable(),
  changed_at: z.string(),
})

const changedAtSchema = z.string().optional()

/** Capabilities in the making: kept until they are thrown away, and checked as an installer would. */
export interface DraftsService {
  /** The one changed last comes first. */
  list(): readonly Draft[]
  /**
   * Keeps a draft under its id, which the caller makes up. `over`: `changedAt` of what it was made from; null for a new one.
   * Errors: `draft_changed_elsewhere` if something else is kept by now, which stays.
   */
  save(input: { id: string; form: DraftForm; text: string | null; over: string | null }): Draft
  remove(id: string): void
  /** What the form, or the text where it was edited by hand, would be as a package. Changes nothing. */
  check(input: { form: DraftForm; text: string | null }): DraftCheck
  /** The package that a file would be once signed. Errors: `package_rejected` with `details.problems`. */
  read(input: { fileName: string; bytes: Uint8Array }): AcpPackage
  onChange(listener: () => void): () => void
}

export interface DraftsDeps {
  readonly db: Database
  readonly now: () => Date
  readonly language: () => Language
  readonly state: Pick<StateService, 'checkSchema'>
  readonly packages: Pick<PackagesService, 'installed' | 'authors'>
}

export const createDrafts = ({ db, now, language, state, packages }: DraftsDeps): DraftsService => {
  const { listen: onChange, emit } = createEmitter()
  const all = db.prepare('SELECT * FROM package_drafts ORDER BY changed_at DESC, id')
  const put = db.prepare(
    `INSERT INTO package_drafts (id, form_json, text, changed_at) VALUES (@id, @form, @text, @at)
     ON CONFLICT (id) DO UPDATE SET form_json = @form, text = @text, changed_at = @at`,
  )
  const selectChanged = db.prepare('SELECT changed_at FROM package_drafts WHERE id = ?').pluck()
  const drop = db.prepare('DELETE FROM package_drafts WHERE id = ?')

  const list: DraftsService['list'] = () =>
    z
      .array(rowSchema)
      .parse(all.all())
      .flatMap(({ id, form_json: json, text, changed_at: changedAt }) => {
        // A newer version may have kept what this one doesn't know; it finds it again.
        const { success, data: form } = draftFormSchema.safeParse(json)
        return success ? [{ id, form, text, changedAt }] : []
      })

  const save: DraftsService['save'] = ({ id, form, text, over }) => {
    const changedAt = db.transaction(() => {
      const before = changedAtSchema.parse(selectChanged.get(id)) ?? null
      if (before !== over) throw new SatchelError('draft_changed_elsewhere')
      // Two changes never have the same time: it tells them apart.
      const least = before === null ? 0 : Date.parse(before) + 1
      const at = new Date(Math.max(now().getTime(), least)).toISOString()
      put.run({ id, form: JSON.stringify(form), text, at })
      return at
    })()
    emit()
    return { id, form, text, changedAt }
  }

  const remove = (id: string): void => {
    drop.run(id)
    emit()
  }

  const check: DraftsService['check'] = ({ form, text: byHand }) => {
    const faults = byHand === null ? draftFaults(form) : []
    const fileName = `${form.name.trim() || 'capability'}.acp.yaml`
    const nothing = { fileName, problems: [], about: null, nameOf: null, schemaChanged: false }
    if (faults.length > 0) return { ...nothing, text: null, faults }
    const text = byHand ?? draftText(form)
    const { acp, problems, schemaChanged } = verified(fileName, Buffer.from(text))
    if (acp === null) return { ...nothing, text, faults, problems, schemaChanged }
    const { name, version, title, examples } = acp
    const installed = packages.installed().find((one) => one.name === name)
    const other = packages.authors().find(({ names, trust }) => names.includes(name) && trust !== 'own')
    return {
      ...{ fileName: `${name}.acp.yaml`, text, faults, problems, schemaChanged },
      about: {
        ...{ name, version, title, examples: [...examples] },
        installedVersion: installed?.version ?? null,
      },
      nameOf: other?.did ?? null,
    }
  }

  const read: DraftsService['read'] = ({ fileName, bytes }) => {
    const { acp, problems } = verified(fileName, bytes)
    if (acp !== null) return acp
    const problem = problems.find(({ severity }) => severity === 'error')?.message ?? ''
    throw new SatchelError('package_rejected', { params: { file: fileName, problem }, details: { problems } })
  }

  const verified = (
    fileName: string,
    bytes: Uint8Array,
  ): { acp: AcpPackage | null; problems: Problem[]; schemaChanged: boolean } => {
    let schemaChanged = false
    const checkSchema = (input: Parameters<StateService['checkSchema']>[0]): void => {
      try {
        state.checkSchema(input)
      } catch (thrown) {
        if (!(thrown instanceof SatchelError) || thrown.code !== 'schema_changed_without_version')
          throw thrown
        // The file is fine by itself; what it keeps is here in another form.
        schemaChanged = true
      }
    }
    const options = { signature: 'ignored', language: language(), checkSchema } as const
    const { package: acp, problems } = verifyPackageFile(bytes, fileName, options)
    return { acp, problems, schemaChanged }
  }

  return { list, save, remove, check, read, onChange }
}
