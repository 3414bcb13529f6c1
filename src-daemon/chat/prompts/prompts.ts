/** Personas and prompts: words of the owner, kept on disk. */
import { z } from 'zod'
import {
  personaSchema,
  promptSchema,
  type Persona,
  type PersonaInput,
  type Prompt,
  type PromptInput,
} from '../../contract/prompts.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../../storage/index.ts'
import { fillVariables, variablesIn } from './variables.ts'

export interface PromptsService {
  /** By name. */
  personas(): readonly Persona[]
  /** Null if there is none of this id, e.g. because it was removed since. */
  persona(id: string | null): Persona | null
  /** Changes the one with this id, or adds one without. Errors: `persona_not_found`, `prompt_name_taken`. */
  savePersona(input: PersonaInput & { id?: string | undefined }): Persona
  /** Its conversations go on without it. Errors: `persona_not_found`. */
  removePersona(id: string): void
  /** By name. */
  prompts(): readonly Prompt[]
  /** Errors: `prompt_not_found`, `prompt_name_taken`. */
  savePrompt(input: PromptInput & { id?: string | undefined }): Prompt
  /** Errors: `prompt_not_found`. */
  removePrompt(id: string): void
  /** Its text with the variables filled in; those without a value stay. Errors: `prompt_not_found`. */
  fill(input: { id: string; values: Readonly<Record<string, string>> }): string
  onChange(listener: () => void): () => void
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const personaRow = personaSchema.extend({
  capabilities: json.nullable().pipe(personaSchema.shape.capabilities),
})
const promptRow = promptSchema.omit({ variables: true })

export const createPrompts = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): PromptsService => {
  const { listen: onChange, emit } = createEmitter()
  const PERSONA =
    'id, name, instructions, model, capabilities, created_at AS createdAt, updated_at AS updatedAt'
  const allPersonas = db.prepare(`SELECT ${PERSONA} FROM personas ORDER BY name COLLATE NOCASE, id`)
  const onePersona = db.prepare(`SELECT ${PERSONA} FROM personas WHERE id = ?`)
  const putPersona = db.prepare(
    `INSERT INTO personas (id, name, instructions, model, capabilities, created_at, updated_at)
     VALUES (@id, @name, @instructions, @model, @capabilities, @createdAt, @updatedAt)
     ON CONFLICT (id) DO UPDATE SET name = @name, instructions = @instructions, model = @model, capabilities = @capabilities,
       updated_at = @updatedAt`,
  )
  const dropPersona = db.prepare('DELETE FROM personas WHERE id = ?')
  const PROMPT = 'id, name, text, created_at AS createdAt, updated_at AS updatedAt'
  const allPrompts = db.prepare(`SELECT ${PROMPT} FROM prompts ORDER BY name COLLATE NOCASE, id`)
  const onePrompt = db.prepare(`SELECT ${PROMPT} FROM prompts WHERE id = ?`)
  const putPrompt = db.prepare(
    `INSERT INTO prompts (id, name, text, created_at, updated_at) VALUES (@id, @name, @text, @createdAt, @updatedAt)
     ON CONFLICT (id) DO UPDATE SET name = @name, text = @text, updated_at = @updatedAt`,
  )
  const dropPrompt = db.prepare('DELETE FROM prompts WHERE id = ?')

  const persona: PromptsService['persona'] = (id) => {
    const row = id === null ? undefined : onePersona.get(id)
    return row === undefined ? null : personaRow.parse(row)
  }
  const knownPersona = (id: string): Persona => {
    const found = persona(id)
    if (found === null) throw new SatchelError('persona_not_found')
    return found
  }
  const knownPrompt = (id: string): Prompt => {
    const row = onePrompt.get(id)
    if (row === undefined) throw new SatchelError('prompt_not_found')
    return withVariables(row)
  }

  /** Runs a write whose only constraint is that a name is there once. */
  const named = (name: string, write: () => void): void => {
    try {
      write()
    } catch (cause) {
      const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_CONSTRAINT_UNIQUE'
      throw isTaken ? new SatchelError('prompt_name_taken', { params: { name }, cause }) : cause
    }
    emit()
  }

  const savePersona: PromptsService['savePersona'] = ({ id, ...input }) => {
    const at = now().toISOString()
    const before = id === undefined ? null : knownPersona(id)
    const saved: Persona = {
      ...input,
      id: before?.id ?? newId(),
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
    }
    const capabilities = saved.capabilities === null ? null : JSON.stringify(saved.capabilities)
    named(saved.name, () => {
      putPersona.run({ ...saved, capabilities })
    })
    return saved
  }

  const savePrompt: PromptsService['savePrompt'] = ({ id, name, text }) => {
    const at = now().toISOString()
    const before = id === undefined ? null : knownPrompt(id)
    const saved = { id: before?.id ?? newId(), name, text, createdAt: before?.createdAt ?? at, updatedAt: at }
    named(name, () => {
      putPrompt.run(saved)
    })
    return { ...saved, variables: [...variablesIn(text)] }
  }

  return {
    personas: () => allPersonas.all().map((row) => personaRow.parse(row)),
    persona,
    savePersona,
    removePersona: (id) => {
      knownPersona(id)
      dropPersona.run(id)
      emit()
    },
    prompts: () => allPrompts.all().map(withVariables),
    savePrompt,
    removePrompt: (id) => {
      knownPrompt(id)
      dropPrompt.run(id)
      emit()
    },
    fill: ({ id, values }) => fillVariables(knownPrompt(id).text, values),
    onChange,
  }
}

const withVariables = (row: unknown): Prompt => {
  const prompt = promptRow.parse(row)
  return { ...prompt, variables: [...variablesIn(prompt.text)] }
}
