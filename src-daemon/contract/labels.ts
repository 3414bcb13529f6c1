import { z } from 'zod'

/**
 * Whose words something is, the most trusted first: the owner's own; what Satchel keeps for the owner, as they or their capabilities wrote it;
 * or what third parties wrote, or may have. What is made of several has the least trusted.
 */
export const integritySchema = z.enum(['owner', 'state', 'foreign'])
export type Integrity = z.infer<typeof integritySchema>

/**
 * Who may have something: anybody, or the owner and who keeps it for them. What is secret is taken out before anything is made of it, so
 * nothing that carries a label has it.
 */
const confidentialitySchema = z.enum(['public', 'owner'])

/** Whose of the owner's something is: `acp:note`, `mcp:mail`, `satchel:memory`; it leaves through none but these unasked. */
const keepersSchema = z.array(z.string()).readonly()

/** Both labels, as a part of a conversation carries them; absent in parts of before there were any. */
export const labelShape = {
  integrity: integritySchema.optional(),
  confidentiality: confidentialitySchema.optional(),
  keepers: keepersSchema.optional(),
}

/** Both labels of something. */
export interface Label {
  readonly integrity: Integrity
  readonly confidentiality: z.infer<typeof confidentialitySchema>
  /** Empty if it is public. */
  readonly keepers: z.infer<typeof keepersSchema>
}

/** What says nothing: the neutral label of `joined`. */
const NOTHING: Label = { integrity: 'owner', confidentiality: 'public', keepers: [] }

/** The label of what is made of all of these: the least trusted integrity, and whoever keeps any of it. */
export const joined = (labels: Iterable<Label>): Label => {
  let { integrity } = NOTHING
  const keepers = new Set<string>()
  for (const label of labels) {
    if (RANK[label.integrity] > RANK[integrity]) ({ integrity } = label)
    for (const keeper of label.keepers) keepers.add(keeper)
  }
  return labelled(integrity, [...keepers])
}

const RANK: Readonly<Record<Integrity, number>> = { owner: 0, state: 1, foreign: 2 }

/** The label of words of somebody, and of what these keepers have; public if there are none. */
export const labelled = (integrity: Integrity, keepers: readonly string[] = []): Label => ({
  integrity,
  confidentiality: keepers.length === 0 ? 'public' : 'owner',
  keepers,
})

/** Keepers that are no capability: what is remembered, files that were given, and what was said in conversations. */
export const MEMORY = 'satchel:memory'
export const FILES = 'satchel:files'
export const CONVERSATIONS = 'satchel:conversations'
